import type { Recorded } from '#commands/log/domain-log.ts'
import type { InvoiceEvent } from '#domain/money/invoice/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** A transaction of an invoice's period: on it, left out as it was generated, or dropped as a step was taken. */
export type InvoiceLineRow = {
  invoice_id: string
  transaction_id: string
  /** on, left out, dropped. What was on a returned invoice stays `on` it here: the invoice itself says that it was returned. */
  status: string
  /** Why it is not on it: the refusal, as decided. */
  refused: string | null
  /** When, and at which step, it was dropped. */
  dropped_at: string | null
  dropped_step: string | null
}

type NotAlong = { readonly transactionId: string; readonly refused: string }

const NOT_DROPPED = { dropped_at: null, dropped_step: null }

const line = (row: InvoiceLineRow): Change<InvoiceLineRow> => ({
  key: [row.invoice_id, row.transaction_id],
  fold: () => row,
})

const idOf = ({ stream }: Recorded): string => stream.slice('invoice-'.length)

const leftOut = (recorded: Recorded, all: readonly NotAlong[]) =>
  all.map(({ transactionId, refused }) =>
    line({ invoice_id: idOf(recorded), transaction_id: transactionId, status: 'left out', refused, ...NOT_DROPPED }),
  )

/** Serves what is on an invoice, now and as of; what was billed stands in the transactions. */
export const invoiceLine: ReadModel<InvoiceLineRow, 'invoice_line'> = {
  name: 'invoice_line',
  revision: 1,
  temporal: true,
  columns: {
    invoice_id: 'text not null',
    transaction_id: 'text not null',
    status: 'text not null',
    refused: 'text',
    dropped_at: 'timestamptz',
    dropped_step: 'text',
  },
  key: ['invoice_id', 'transaction_id'],
  indexes: ['(transaction_id)'],
  historyIndexes: ['(invoice_id)'],
  on: handlers<InvoiceLineRow, InvoiceEvent>({
    InvoiceGenerationRequested: (recorded) => leftOut(recorded, recorded.event.data.leftOut),
    InvoiceGenerated: (recorded) => [
      ...recorded.event.data.lines.map(({ transactionId }) =>
        line({
          ...{ invoice_id: idOf(recorded), transaction_id: transactionId, status: 'on', refused: null },
          ...NOT_DROPPED,
        }),
      ),
      ...leftOut(recorded, recorded.event.data.leftOut),
    ],
    InvoiceGenerationFailed: (recorded) => leftOut(recorded, recorded.event.data.leftOut),
    InvoiceStepTaken: (recorded) => {
      const { dropped, step, at } = recorded.event.data
      return dropped.map(({ transactionId, refused }) =>
        line({
          ...{ invoice_id: idOf(recorded), transaction_id: transactionId, status: 'dropped', refused },
          ...{ dropped_at: at, dropped_step: step },
        }),
      )
    },
  }),
}
