import type { Recorded } from '#commands/log/domain-log.ts'
import { INVOICE_CHAIN } from '#domain/money/invoice/chain.ts'
import type { InvoiceEvent } from '#domain/money/invoice/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'
import { INVOICE_STEP_COLUMNS, type InvoiceStepCells, invoiceStepTaken, NO_INVOICE_STEPS } from './invoice-steps.ts'

/** An invoice of a hospital, and where it stands in its chain. Amounts in kobo; why it was returned stays in the log. */
export type InvoiceRow = InvoiceStepCells & {
  id: string
  /** `INV-2026-000045`. */
  reference: string
  coe_id: string
  /** YYYY-MM-DD, both included: the billing days of what is on it. */
  period_start: string
  period_end: string
  /** A status of the chain (`generating`, `pending`, `cmd approved` …), `returned`, or `failed`: nothing came on it. */
  status: string
  /** Of what is on it; of a returned one, of what was. */
  transactions: number
  total: number
  requested_at: string
  requested_by: string
  /** The returned invoice that this one generates again. */
  replaces: string | null
  /** Since when it stands as it does; null while it is generated. */
  stands_since: string | null
  left_out: number
  /** What has left it as a step was taken. */
  dropped: number
  dropped_total: number
  payment_id: string | null
  /** `PAY-2026-000123`. */
  payment_reference: string | null
  /** `generate`, a step, or `return`, whose end is still to come; null when nothing is. */
  under_way: string | null
  under_way_since: string | null
  /** For how many transactions. */
  under_way_of: number | null
  returned_at: string | null
  returned_by: string | null
}

const idOf = ({ stream }: Recorded): string => stream.slice('invoice-'.length)

const NOTHING_UNDER_WAY = { under_way: null, under_way_since: null, under_way_of: null }

function change(
  recorded: Recorded<InvoiceEvent>,
  fold: (row: InvoiceRow) => Partial<InvoiceRow>,
): readonly Change<InvoiceRow>[] {
  return [{ key: [idOf(recorded)], fold: (row) => (row === undefined ? undefined : { ...row, ...fold(row) }) }]
}

/** What has just begun, for all that is on it. */
const begun = (under_way: string, at: string, of: number) => ({ under_way, under_way_since: at, under_way_of: of })

type Of<T extends InvoiceEvent['type']> = Recorded<Extract<InvoiceEvent, { type: T }>>

function requested(recorded: Of<'InvoiceGenerationRequested'>): readonly Change<InvoiceRow>[] {
  const { reference, coeId, periodStart, periodEnd, transactionIds, leftOut, replaces, by, at } = recorded.event.data
  const id = idOf(recorded)
  const row: InvoiceRow = {
    ...{ id, reference, coe_id: coeId, period_start: periodStart, period_end: periodEnd },
    status: INVOICE_CHAIN.start.status,
    transactions: 0,
    total: 0,
    requested_at: at,
    requested_by: by,
    replaces: replaces?.invoiceId ?? null,
    stands_since: null,
    ...NO_INVOICE_STEPS,
    left_out: leftOut.length,
    dropped: 0,
    dropped_total: 0,
    payment_id: null,
    payment_reference: null,
    ...begun('generate', at, transactionIds.length),
    returned_at: null,
    returned_by: null,
  }
  return [{ key: [id], fold: () => row }]
}

function generated(recorded: Of<'InvoiceGenerated'>): readonly Change<InvoiceRow>[] {
  const { lines, leftOut, total, isByCmd, at, by } = recorded.event.data
  // The CMD's generating it is the hospital's word at once (domain.md, Invoice).
  const cmd = isByCmd ? invoiceStepTaken('cmd', { at, by }) : { status: INVOICE_CHAIN.statusIn('pending'), cells: {} }
  return change(recorded, (row) => ({
    ...cmd.cells,
    ...NOTHING_UNDER_WAY,
    status: cmd.status,
    transactions: lines.length,
    total,
    stands_since: at,
    left_out: row.left_out + leftOut.length,
  }))
}

function stepTaken(recorded: Of<'InvoiceStepTaken'>): readonly Change<InvoiceRow>[] {
  const { step, dropped, total, at, by } = recorded.event.data
  const { status, cells } = invoiceStepTaken(step, { at, by })
  return change(recorded, (row) => ({
    ...cells,
    ...NOTHING_UNDER_WAY,
    status,
    stands_since: at,
    transactions: row.transactions - dropped.length,
    dropped: row.dropped + dropped.length,
    dropped_total: row.dropped_total + row.total - total,
    total,
  }))
}

/** Serves the lists of invoices, now and as of. */
export const invoice: ReadModel<InvoiceRow, 'invoice'> = {
  name: 'invoice',
  revision: 2,
  temporal: true,
  columns: {
    id: 'text not null',
    reference: 'text not null',
    coe_id: 'text not null',
    period_start: 'date not null',
    period_end: 'date not null',
    status: 'text not null',
    transactions: 'int not null',
    total: 'bigint not null',
    requested_at: 'timestamptz not null',
    requested_by: 'text not null',
    replaces: 'text',
    stands_since: 'timestamptz',
    ...INVOICE_STEP_COLUMNS,
    left_out: 'int not null',
    dropped: 'int not null',
    dropped_total: 'bigint not null',
    payment_id: 'text',
    payment_reference: 'text',
    under_way: 'text',
    under_way_since: 'timestamptz',
    under_way_of: 'int',
    returned_at: 'timestamptz',
    returned_by: 'text',
  },
  key: ['id'],
  bounded: {
    transactions: 'No more than one invoice holds',
    dropped: 'No more than one invoice holds',
    left_out: 'Twice what one event tells at most',
    dropped_total: 'All of it was owed at once, and what is owed is a balance',
  },
  indexes: [
    '(requested_at, id)',
    '(coe_id, requested_at, id)',
    '(status, stands_since, id)',
    '(total, id)',
    '(reference, id)',
    '(payment_reference)',
    '(payment_id)',
    '(replaces)',
  ],
  historyIndexes: ['(requested_at, id)', '(coe_id, requested_at, id)', '(replaces)'],
  on: handlers<InvoiceRow, InvoiceEvent>({
    InvoiceGenerationRequested: requested,
    InvoiceGenerated: generated,
    InvoiceGenerationFailed: (recorded) => {
      const { leftOut, at } = recorded.event.data
      return change(recorded, (row) => ({
        ...{ ...NOTHING_UNDER_WAY, status: 'failed', stands_since: at, left_out: row.left_out + leftOut.length },
      }))
    },
    InvoiceStepRequested: (recorded) => {
      const { step, payment, at } = recorded.event.data
      const paid = payment && { payment_id: payment.paymentId, payment_reference: payment.paymentReference }
      return change(recorded, (row) => ({ ...begun(step, at, row.transactions), ...paid }))
    },
    InvoiceStepTaken: stepTaken,
    InvoiceReturnRequested: (recorded) =>
      change(recorded, (row) => begun('return', recorded.event.data.at, row.transactions)),
    InvoiceReturned: (recorded) => {
      const { at, by } = recorded.event.data
      const returned = { status: 'returned', stands_since: at, returned_at: at, returned_by: by }
      return change(recorded, () => ({ ...NOTHING_UNDER_WAY, ...returned }))
    },
  }),
}
