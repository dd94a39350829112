import type { Recorded } from '#commands/log/domain-log.ts'
import { type MoneyEvent, postingsOf } from '#domain/money/ledger/postings.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** One side of a double entry, in log order: the ledger that every figure on every report comes from. Amounts in kobo. */
export type PostingRow = {
  position: number
  /** Place among the postings of one event. */
  line: number
  account: string
  amount: number
  counter_account: string
  transfer_id: string
  /** What happened: the event's type. */
  cause: string
  stream: string
  revision: number
  /** The event's id: from a line of the ledger to the raw event. */
  event_id: string
  actor: string
  /** Business date. */
  at: string
  recorded_at: string
}

/** Serves wallet replay, the ledger and the trial balance. */
export const posting: ReadModel<PostingRow, 'posting'> = {
  name: 'posting',
  revision: 2,
  unchanging: 'position',
  columns: {
    position: 'bigint not null',
    line: 'int not null',
    account: 'text not null',
    amount: 'bigint not null',
    counter_account: 'text not null',
    transfer_id: 'text not null',
    cause: 'text not null',
    stream: 'text not null',
    revision: 'int not null',
    event_id: 'text not null',
    actor: 'text not null',
    at: 'timestamptz not null',
    recorded_at: 'timestamptz not null',
  },
  key: ['position', 'line'],
  indexes: ['(account, position, line)', '(event_id)'],
  on: handlers<PostingRow, MoneyEvent>({
    WalletCredited: rowsOf,
    WalletDebited: rowsOf,
    TransactionPermsecApproved: rowsOf,
  }),
}

function rowsOf(recorded: Recorded<MoneyEvent>): readonly Change<PostingRow>[] {
  const { id, position, stream, revision, recordedAt, event } = recorded
  return postingsOf(stream, event).map(({ account, amount, counterAccount, transferId }, line) => ({
    key: [position, line],
    fold: () => ({
      position,
      line,
      account,
      amount,
      counter_account: counterAccount,
      transfer_id: transferId,
      cause: event.type,
      stream,
      revision,
      event_id: id,
      actor: event.data.by,
      at: event.data.at,
      recorded_at: recordedAt,
    }),
  }))
}
