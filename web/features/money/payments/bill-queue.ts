import type { TransactionRow } from '#api/money/contracts/transaction.ts'
import type { GridSource } from '#web/ui/data-grid/grid-rows.ts'
import type { RecordQueue } from '#web/ui/record/record-queue.ts'
import type { ChainAct } from './chain-acts.ts'

/** A list of bills under an opened one: next is what the reader takes a step on by itself, for who takes none any bill. */
export const billQueue = (source: GridSource, acts: readonly ChainAct[]): RecordQueue<TransactionRow> => ({
  source,
  rowId: ({ id }) => id,
  ...(acts.length > 0 && {
    isReady: ({ status, invoice_id: invoice }: TransactionRow) =>
      invoice === null && acts.some(({ from }) => from.includes(status)),
  }),
})
