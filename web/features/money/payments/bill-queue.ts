import type { TransactionRow } from '#api/money/contracts/transaction.ts'
import type { GridSource } from '#web/ui/data-grid/grid-rows.ts'
import type { RecordQueue } from '#web/ui/record/record-queue.ts'
import type { ChainAct } from './chain-acts.ts'
import { whyBlocked } from './why-blocked.ts'

/** A list of bills under an opened one: next is what the reader takes a step on by itself, for who takes none any bill. */
export const billQueue = (source: GridSource, acts: readonly ChainAct[], me: string): RecordQueue<TransactionRow> => ({
  source,
  rowId: ({ id }) => id,
  ...(acts.length > 0 && { isReady: (row: TransactionRow) => whyBlocked(row, acts, me) === undefined }),
})
