import type { Act } from '#domain/kernel/chain.ts'
import type { Kobo } from '#domain/kernel/money.ts'
import type { ChainState, ChainStep } from './chain.ts'
import type { BilledDocument, SharesPaid, TransactionLine } from './events.ts'

/** What the hospital said last to a return. */
export type Answered = {
  readonly by: string
  readonly answer: string
  readonly documents: readonly BilledDocument[]
}

/** A bill as the wallet knows it: what is to be paid, for whom, in which try. */
export type Bill = {
  readonly reference: string
  readonly kind: 'service' | 'drug'
  readonly patientId: string
  readonly coeId: string
  readonly lines: readonly TransactionLine[]
  readonly total: Kobo
  readonly attempt: number
  readonly billedBy: string
  /** How many documents it carries, those that came with answers among them; of somebody who was erased none. */
  readonly documents: number
}

/** What a bill is for, in a line: its first service or drug, and how many more there are. The amount is of all of them. */
export function contentOf(lines: readonly Pick<TransactionLine, 'name'>[]): string {
  const [first, ...more] = lines
  if (first === undefined) return ''
  return more.length === 0 ? first.name : `${first.name} and ${more.length} more`
}

/** The invoice that a bill is on, and the word of the hospital's CMD for it. */
export type OnInvoice = {
  readonly id: string
  readonly reference: string
  readonly cmd?: { readonly by: string; readonly at: string }
}

/** A paid bill, on its way through the chain. `acts` are the steps of the present round, in order. */
export type Billed = Bill & {
  readonly status: ChainState
  /** When the wallet paid (ISO): the bill's day, in every period. */
  readonly billedAt: string
  readonly acts: readonly Act<ChainStep>[]
  /** Sent back, by whom and out of which payment, and not initiated again yet. */
  readonly returned?: { readonly paymentId: string; readonly by: string; readonly answered?: Answered }
  /** Who answered a return for the hospital, in whatever round. */
  readonly answeredBy: readonly string[]
  /** The dispute that is open on it, and who raised it. */
  readonly dispute?: { readonly id: string; readonly by: string }
  /** How many disputes were raised on it, ended ones among them. */
  readonly disputes: number
  /** Whether its money is on its way back to the wallet, or there: then nothing more can be done with the bill. */
  readonly reversal?: { readonly disputeId: string; readonly isDone: boolean }
  /** The invoice that it is on. */
  readonly invoice?: OnInvoice
  /** The invoices that it did not come on in a race, or left; `refused` says why, where the invoice was not returned. */
  readonly leftInvoices: readonly { readonly invoiceId: string; readonly refused?: string }[]
  readonly approved?: {
    readonly digest: string
    readonly shares: SharesPaid
    readonly paymentId: string
    readonly paymentReference: string
  }
}
