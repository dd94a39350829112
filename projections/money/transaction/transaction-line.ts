import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import { handlers, type ReadModel } from '#projections/read-model.ts'

/** One line of a bill, prices in kobo. */
export type TransactionLineRow = {
  transaction_id: string
  line: number
  item_id: string
  name: string
  description: string | null
  manufacturer: string | null
  category_id: number
  quantity: number
  price: number
  total: number
}

/** Serves the lines of a transaction's detail and of billing tables. A refused try is replaced by the next. */
export const transactionLine: ReadModel<TransactionLineRow, 'transaction_line'> = {
  name: 'transaction_line',
  revision: 1,
  columns: {
    transaction_id: 'text not null',
    line: 'int not null',
    item_id: 'text not null',
    name: 'text not null',
    description: 'text',
    manufacturer: 'text',
    category_id: 'int not null',
    quantity: 'int not null',
    price: 'bigint not null',
    total: 'bigint not null',
  },
  key: ['transaction_id', 'line'],
  on: handlers<TransactionLineRow, TransactionEvent>({
    TransactionBillingRequested: ({ stream, event }) => {
      const transactionId = stream.slice('transaction-'.length)
      return event.data.lines.map((line, index) => ({
        key: [transactionId, index],
        fold: () => ({
          transaction_id: transactionId,
          line: index,
          item_id: line.itemId,
          name: line.name,
          description: line.description ?? null,
          manufacturer: line.manufacturerName ?? null,
          category_id: line.categoryId,
          quantity: line.quantity,
          price: line.price,
          total: line.total,
        }),
      }))
    },
  }),
}
