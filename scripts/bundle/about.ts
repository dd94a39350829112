import { AccountId, isWallet } from '#domain/kernel/accounts.ts'
import { Day } from '#domain/kernel/dates.ts'
import { Id } from '#domain/kernel/text.ts'
import { WrongUsage } from '#scripts/start/options.ts'

/** What a bundle is about, as its first line says it: one wallet, one payment, or days in Lagos (both included). */
export type About =
  { readonly wallet: string } | { readonly payment: string } | { readonly from: string; readonly to: string }

/** What somebody asks for by two words. Throws WrongUsage. */
export function aboutOf([kind, id, ...more]: readonly string[], today: string): About {
  if (kind === undefined || id === undefined || more.length > 0)
    throw new WrongUsage('Name what the bundle is about: wallet <id>, payment <id> or period <day>..<day>')
  switch (kind) {
    case 'wallet': {
      if (AccountId.safeParse(id).success && isWallet(id)) return { wallet: id }
      throw new WrongUsage(`${id} is no wallet: it is pool, allocation:<hospital's id> or patient:<patient's id>`)
    }
    case 'payment': {
      if (Id.safeParse(id).success) return { payment: id }
      throw new WrongUsage(`${id} is no payment's id`)
    }
    case 'period':
      return daysOf(id, today)
    default:
      throw new WrongUsage(`${kind} is none of wallet, payment and period`)
  }
}

function daysOf(text: string, today: string): About {
  const [from, to, ...more] = text.split('..').map((day) => Day.safeParse(day).data)
  if (from === undefined || to === undefined || more.length > 0)
    throw new WrongUsage(`${text} is no period: write it as 2026-03-01..2026-03-31`)
  if (to < from) throw new WrongUsage(`${from} to ${to} ends before it begins`)
  if (to > today) throw new WrongUsage(`${from} to ${to} is not over yet: the last day may be today, ${today}`)
  return { from, to }
}

/** The name of its file, without what a file's name cannot have everywhere. */
export function fileNameOf(about: About, sealedTo: number): string {
  const of =
    'wallet' in about
      ? `wallet-${about.wallet}`
      : 'payment' in about
        ? `payment-${about.payment}`
        : `period-${about.from}-${about.to}`
  return `${of.replace(/[^\w.-]/g, '_')}-up-to-${sealedTo}.ndjson`
}
