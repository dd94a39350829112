import type { Recorded } from '#commands/log/domain-log.ts'
import type { BringsDocuments, TransactionEvent } from '#domain/money/transaction/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** That a patient's bill carries a document; its name is personal and stays in the log. */
export type TransactionDocumentRow = { document_id: string; transaction_id: string; patient_id: string }

function brought({ stream, event: { data } }: Recorded<BringsDocuments>): readonly Change<TransactionDocumentRow>[] {
  const transaction_id = stream.slice('transaction-'.length)
  return data.documents.map(({ documentId: document_id }) => ({
    key: [document_id, transaction_id],
    fold: () => ({ document_id, transaction_id, patient_id: data.patientId }),
  }))
}

/** Serves the question who may open a document. */
export const transactionDocument: ReadModel<TransactionDocumentRow, 'transaction_document'> = {
  name: 'transaction_document',
  revision: 4,
  columns: { document_id: 'text not null', transaction_id: 'text not null', patient_id: 'text not null' },
  key: ['document_id', 'transaction_id'],
  personal: [{ of: 'patient_id', columns: 'row' }],
  indexes: ['(patient_id)'],
  on: handlers<TransactionDocumentRow, TransactionEvent>({
    TransactionBillingRequested: brought,
    TransactionReturnAnswered: brought,
    TransactionDisputed: brought,
  }),
}
