import type { Recorded } from '#commands/log/domain-log.ts'
import { type KoboSum, NO_FLOW, plus } from '#domain/kernel/money.ts'
import { type ChainState, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { REVERSED } from '#domain/money/transaction/dispute-statuses.ts'
import type { StepTaken, TransactionEvent } from '#domain/money/transaction/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** How much of a hospital's billing stands at a stage of the chain, or was reversed, in kobo, and in how many transactions. */
export type StageTotalRow = { coe_id: string; stage: string; total: KoboSum; transactions: number }

type Stage = ChainState | typeof REVERSED
type Stake = { readonly coeId: string; readonly total: number }

function move({ coeId, total }: Stake, from: Stage | undefined, to: Stage): readonly Change<StageTotalRow>[] {
  const at = (stage: Stage, sign: 1 | -1): Change<StageTotalRow> => ({
    key: [coeId, stage],
    fold: (row) => ({
      coe_id: coeId,
      stage,
      total: plus(row?.total ?? NO_FLOW, sign * total),
      transactions: (row?.transactions ?? 0) + sign,
    }),
  })
  return from === undefined ? [at(to, 1)] : [at(from, -1), at(to, 1)]
}

function step({ event }: Recorded<StepTaken>): readonly Change<StageTotalRow>[] {
  const { from, to } = PAYMENT_CHAIN.linkOf(event.type)
  return move(event.data, from, to)
}

/** A rollup of the chain. Serves 'money by stage' and the counts of what waits for whom. */
export const stageTotal: ReadModel<StageTotalRow, 'stage_total'> = {
  name: 'stage_total',
  revision: 4,
  columns: {
    coe_id: 'text not null',
    stage: 'text not null',
    total: 'numeric not null',
    transactions: 'bigint not null',
  },
  key: ['coe_id', 'stage'],
  bounded: { transactions: 'One for each bill' },
  on: handlers<StageTotalRow, TransactionEvent>({
    TransactionBilled: ({ event }) => move(event.data, undefined, 'billed'),
    TransactionPaymentInitiated: step,
    TransactionPaymentRecommended: step,
    TransactionPaymentApproved: step,
    TransactionDfaApproved: step,
    TransactionPermsecApproved: step,
    TransactionPaymentReturned: ({ event }) => move(event.data, event.data.from, 'billed'),
    TransactionReleased: ({ event }) =>
      event.data.from === 'billed' ? [] : move(event.data, event.data.from, 'billed'),
    TransactionReversed: ({ event }) => move(event.data, 'billed', REVERSED),
  }),
}
