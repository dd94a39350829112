import type { Recorded } from '#commands/log/domain-log.ts'
import type { DisputeCommented } from '#domain/money/dispute/events.ts'
import type { BringsDocuments, TransactionEvent } from '#domain/money/transaction/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** That a patient's bill carries a document; its name is personal and stays in the log. */
export type TransactionDocumentRow = {
  document_id: string
  transaction_id: string
  patient_id: string
  /** Where the log names it: the bill's own stream, or that of a dispute in whose chat it was sent. */
  stream: string
}

function brought({
  stream,
  event: { type, data },
}: Recorded<BringsDocuments | DisputeCommented>): readonly Change<TransactionDocumentRow>[] {
  const transaction_id = type === 'DisputeCommented' ? data.transactionId : stream.slice('transaction-'.length)
  return data.documents.map(({ documentId: document_id }) => ({
    key: [document_id, transaction_id],
    // The first that named it: it is the same file in all, or else verify says so.
    fold: (row) => ({ document_id, transaction_id, patient_id: data.patientId, stream: row?.stream ?? stream }),
  }))
}

/** Serves the question who may open a document. */
export const transactionDocument: ReadModel<TransactionDocumentRow, 'transaction_document'> = {
  name: 'transaction_document',
  revision: 5,
  columns: {
    document_id: 'text not null',
    transaction_id: 'text not null',
    patient_id: 'text not null',
    stream: 'text not null',
  },
  key: ['document_id', 'transaction_id'],
  personal: [{ of: 'patient_id', columns: 'row' }],
  indexes: ['(patient_id)'],
  on: handlers<TransactionDocumentRow, TransactionEvent | DisputeCommented>({
    TransactionBillingRequested: brought,
    TransactionReturnAnswered: brought,
    TransactionDisputed: brought,
    DisputeCommented: brought,
  }),
}
