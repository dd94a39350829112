import type { Act } from '#domain/kernel/chain.ts'
import type { Kobo } from '#domain/kernel/money.ts'
import type { ChainState, ChainStep } from './chain.ts'
import type { SharesPaid, TransactionLine } from './events.ts'

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
}

/** A paid bill, on its way through the chain. `acts` are the steps of the present round, in order. */
export type Billed = Bill & {
  readonly status: ChainState
  /** When the wallet paid (ISO): the bill's day, in every period. */
  readonly billedAt: string
  readonly acts: readonly Act<ChainStep>[]
  readonly approved?: { readonly digest: string; readonly shares: SharesPaid; readonly paymentId: string }
}
