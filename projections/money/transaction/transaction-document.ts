import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import { handlers, type ReadModel } from '#projections/read-model.ts'

/** That a bill carries a document; its name is personal and stays in the log. */
export type TransactionDocumentRow = { document_id: string; transaction_id: string }

/** Serves the question who may open a document. Of an erased patient's bills it holds none once it is rebuilt. */
export const transactionDocument: ReadModel<TransactionDocumentRow, 'transaction_document'> = {
  name: 'transaction_document',
  revision: 1,
  columns: { document_id: 'text not null', transaction_id: 'text not null' },
  key: ['document_id', 'transaction_id'],
  on: handlers<TransactionDocumentRow, TransactionEvent>({
    TransactionBillingRequested: ({ stream, event }) => {
      const transaction_id = stream.slice('transaction-'.length)
      return event.data.documents.map(({ documentId: document_id }) => ({
        key: [document_id, transaction_id],
        fold: () => ({ document_id, transaction_id }),
      }))
    },
  }),
}
