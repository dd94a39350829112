import type { Recorded } from '#commands/log/domain-log.ts'
import { tickOf } from '#domain/money/transaction/clock.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** What happened to the clock of a bill (clock.ts), in log order. */
export type BillTickRow = {
  position: number
  transaction_id: string
  /** Null where the event does not say it. */
  coe_id: string | null
  at: string
  by: string
  /** begins, ends, pauses, resumes. */
  kind: string
  /** Of a wait that ended: for what it was, where that is not for what it began; and what ended it. */
  waited_for: string | null
  wait_end: string | null
  /** For what it waits from here on; null for nothing more, or for what it did. */
  waits_for: string | null
}

function ticked({ position, stream, event }: Recorded<TransactionEvent>): readonly Change<BillTickRow>[] {
  const tick = tickOf(event)
  if (tick === undefined) return []
  const { at, by } = event.data
  const row: BillTickRow = {
    position,
    transaction_id: stream.slice('transaction-'.length),
    coe_id: 'coeId' in event.data ? event.data.coeId : null,
    ...{ at, by, kind: tick.kind },
    waited_for: tick.kind === 'ends' ? (tick.waitedFor ?? null) : null,
    wait_end: tick.kind === 'ends' ? tick.end : null,
    waits_for: 'waitsFor' in tick ? (tick.waitsFor ?? null) : null,
  }
  return [{ key: [position], fold: () => row }]
}

/** Serves the time in each step of the payment chain, now and as of. */
export const billTick: ReadModel<BillTickRow, 'bill_tick'> = {
  name: 'bill_tick',
  revision: 3,
  unchanging: 'position',
  columns: {
    position: 'bigint not null',
    transaction_id: 'text not null',
    coe_id: 'text',
    at: 'timestamptz not null',
    by: 'text not null',
    kind: 'text not null',
    waited_for: 'text',
    wait_end: 'text',
    waits_for: 'text',
  },
  key: ['position'],
  indexes: ['(transaction_id, position)', '(at)'],
  on: handlers<BillTickRow, TransactionEvent>({
    TransactionBilled: ticked,
    TransactionPaymentInitiated: ticked,
    TransactionPaymentRecommended: ticked,
    TransactionPaymentApproved: ticked,
    TransactionDfaApproved: ticked,
    TransactionPermsecApproved: ticked,
    TransactionPaymentReturned: ticked,
    TransactionInvoiced: ticked,
    TransactionCmdApproved: ticked,
    TransactionReleased: ticked,
    TransactionReturnAnswered: ticked,
    TransactionDisputed: ticked,
    TransactionDisputeEnded: ticked,
    TransactionReversed: ticked,
  }),
}
