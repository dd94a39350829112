import { PAYMENT_STEPS } from '#api/money/contracts/payment-steps.ts'
import type { ChainListRow, TransactionRow } from '#api/money/contracts/transaction.ts'
import type { ChainAct } from './chain-acts.ts'

/** A bill; of the offices' list with who acted on it, which no other list knows. */
type Bill = TransactionRow & Partial<Pick<ChainListRow, 'actors'>>

/** What somebody did with a bill: 'billed it', or a step of it in its words; undefined for who has not acted on it. */
export function ownAct({ actors = '' }: Pick<Bill, 'actors'>, me: string): string | undefined {
  const at = actors.split(' ').indexOf(me)
  if (at < 0) return undefined
  return at === 0 ? 'billed it' : PAYMENT_STEPS[at - 1]?.words.did
}

/** Why a row cannot be selected: the reader can do nothing with it here. */
export function whyBlocked(row: Bill, acts: readonly Pick<ChainAct, 'from'>[], me: string): string | undefined {
  const { is_splitted: isPaid, is_disputed: isOpen, reversed_on: reversedOn, invoice_number: invoice, status } = row
  if (isPaid) return 'Already paid'
  if (isOpen) return 'Disputed: payment is paused'
  if (reversedOn !== null) return 'Reversed'
  if (invoice !== null) return `This bill is on ${invoice}. Process that invoice instead.`
  if (!acts.some(({ from }) => from.includes(status))) return 'Not ready for you'
  const own = ownAct(row, me)
  return own === undefined ? undefined : `You ${own} and cannot act on it again`
}
