import type { Recorded } from '#commands/log/domain-log.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { standsSince } from '#domain/money/transaction/clock.ts'
import { REVERSED } from '#domain/money/transaction/dispute-statuses.ts'
import { contentOf } from '#domain/money/transaction/bill.ts'
import type { StepTaken, TransactionEvent } from '#domain/money/transaction/events.ts'
import type { ReturnedStatus } from '#domain/money/transaction/returned.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'
import { NO_STEPS, STEP_COLUMNS, type StepCells, stepTaken } from './step-cells.ts'

/** A bill and where it stands in the payment chain. Amounts in kobo; the comment and the documents stay in the log. */
export type TransactionRow = StepCells & {
  id: string
  /** `TRX-2026-000123`. */
  reference: string
  /** requested, refused, billed, a status of the chain (`payment initiated` …), or reversed. */
  status: string
  is_drug: boolean
  patient_id: string
  coe_id: string
  biller_id: string
  order_id: string | null
  total: number
  /** Sum of the quantities, and how many lines there are. */
  quantity: number
  line_count: number
  /** What lists show for the whole bill: its first line by name and how many more there are, and that line's description. */
  item: string
  description: string | null
  manufacturer: string | null
  /** Null until the wallet has paid: lists show what is billed. */
  billed_at: string | null
  /** Since when it stands as it does, and waits for what comes next; null as long. */
  stands_since: string | null
  payment_id: string | null
  /** `PAY-2026-000123`. */
  payment_reference: string | null
  share_coe: number | null
  share_bank: number | null
  share_manufacturer: number | null
  share_emge: number | null
  /** From the final step on (spec, open-questions Q078). */
  is_splitted: boolean
  returns: number
  /** Of a bill that was sent back and not initiated again: whether the hospital has answered yet. */
  returned: ReturnedStatus | null
  /** The dispute that is open on it. */
  dispute_id: string | null
  /** When its money went back to the wallet. */
  reversed_at: string | null
  /** The invoice that it is on, and the CMD's word for that: its steps are the invoice's. */
  invoice_id: string | null
  /** `INV-2026-000045`. */
  invoice_reference: string | null
  cmd_approved_at: string | null
  cmd_approved_by: string | null
}

const NO_PAYMENT = {
  payment_id: null,
  payment_reference: null,
  ...NO_STEPS,
  share_coe: null,
  share_bank: null,
  share_manufacturer: null,
  share_emge: null,
}

const NO_INVOICE = { invoice_id: null, invoice_reference: null, cmd_approved_at: null, cmd_approved_by: null }

type Requested = Extract<TransactionEvent, { type: 'TransactionBillingRequested' }>

const idOf = ({ stream }: Recorded): string => stream.slice('transaction-'.length)

/** Changes the row of the event's own transaction, once there is one. */
function change(
  recorded: Recorded<TransactionEvent>,
  fold: (row: TransactionRow) => TransactionRow,
): readonly Change<TransactionRow>[] {
  const since = standsSince(recorded.event)
  const stands = since === undefined ? {} : { stands_since: since }
  return [{ key: [idOf(recorded)], fold: (row) => (row === undefined ? undefined : { ...fold(row), ...stands }) }]
}

/** A step of the chain was taken, by whom and when; `more` is what else it says. */
function step(recorded: Recorded<StepTaken>, more: Partial<TransactionRow> = {}): readonly Change<TransactionRow>[] {
  const { type, data } = recorded.event
  const { status } = PAYMENT_CHAIN.linkOf(type)
  return change(recorded, (row) => ({ ...row, ...stepTaken(type, data), status, ...more }))
}

function requested(recorded: Recorded<Requested>): readonly Change<TransactionRow>[] {
  const { reference, kind, patientId, coeId, by, orderId, total, lines } = recorded.event.data
  const id = idOf(recorded)
  const [first] = lines
  return [
    {
      key: [id],
      fold: () => ({
        id,
        reference,
        status: 'requested',
        is_drug: kind === 'drug',
        patient_id: patientId,
        coe_id: coeId,
        biller_id: by,
        order_id: orderId ?? null,
        total,
        quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
        line_count: lines.length,
        item: contentOf(lines),
        description: first?.description ?? null,
        manufacturer: first?.manufacturerName ?? null,
        billed_at: null,
        stands_since: null,
        ...NO_PAYMENT,
        is_splitted: false,
        returns: 0,
        returned: null,
        dispute_id: null,
        reversed_at: null,
        ...NO_INVOICE,
      }),
    },
  ]
}

/**
 * Serves the transactions grid, billing history, the consolidated summary and the payments report, now and as of. That a
 * reference is given once is the short codes' rule: a unique index here could only stop the read model.
 */
export const transaction: ReadModel<TransactionRow, 'transaction'> = {
  name: 'transaction',
  revision: 8,
  temporal: true,
  columns: {
    id: 'text not null',
    reference: 'text not null',
    status: 'text not null',
    is_drug: 'boolean not null',
    patient_id: 'text not null',
    coe_id: 'text not null',
    biller_id: 'text not null',
    order_id: 'text',
    total: 'bigint not null',
    quantity: 'int not null',
    line_count: 'int not null',
    item: 'text not null',
    description: 'text',
    manufacturer: 'text',
    billed_at: 'timestamptz',
    stands_since: 'timestamptz',
    payment_id: 'text',
    payment_reference: 'text',
    ...STEP_COLUMNS,
    share_coe: 'bigint',
    share_bank: 'bigint',
    share_manufacturer: 'bigint',
    share_emge: 'bigint',
    is_splitted: 'boolean not null',
    returns: 'int not null',
    returned: 'text',
    dispute_id: 'text',
    reversed_at: 'timestamptz',
    invoice_id: 'text',
    invoice_reference: 'text',
    cmd_approved_at: 'timestamptz',
    cmd_approved_by: 'text',
  },
  key: ['id'],
  bounded: { returns: 'One for each return of this bill, or of its invoice' },
  indexes: [
    '(billed_at, id)',
    '(coe_id, billed_at, id)',
    '(total, id)',
    '(patient_id, billed_at, id)',
    '(status, billed_at, id)',
    '(status, stands_since, id)',
    '(returned, billed_at, id)',
    '(biller_id, billed_at, id)',
    '(payment_id)',
    '(payment_reference)',
    '(reference)',
    '(invoice_id)',
    '(invoice_reference)',
  ],
  historyIndexes: ['(billed_at, id)', '(coe_id, billed_at, id)', '(patient_id, billed_at, id)', '(invoice_id)'],
  on: handlers<TransactionRow, TransactionEvent>({
    TransactionBillingRequested: requested,
    TransactionBilled: (recorded) =>
      change(recorded, (row) => ({ ...row, status: 'billed', billed_at: recorded.event.data.at })),
    TransactionBillingRefused: (recorded) => change(recorded, (row) => ({ ...row, status: 'refused' })),
    TransactionPaymentInitiated: (recorded) => {
      const { paymentId, paymentReference, shares } = recorded.event.data
      const { coe: share_coe, bank: share_bank, manufacturer: share_manufacturer, emge: share_emge } = shares
      const shared = { share_coe, share_bank, share_manufacturer, share_emge }
      return step(recorded, { payment_id: paymentId, payment_reference: paymentReference, ...shared, returned: null })
    },
    TransactionPaymentRecommended: (recorded) => step(recorded),
    TransactionPaymentApproved: (recorded) => step(recorded),
    TransactionDfaApproved: (recorded) => step(recorded),
    TransactionPermsecApproved: (recorded) => step(recorded, { is_splitted: true }),
    TransactionPaymentReturned: (recorded) =>
      change(recorded, (row) => ({
        ...{ ...row, ...NO_PAYMENT, status: 'billed', returns: row.returns + 1, returned: 'returned' as const },
      })),
    TransactionReturnAnswered: (recorded) => change(recorded, (row) => ({ ...row, returned: 'answered' as const })),
    TransactionDisputed: (recorded) =>
      change(recorded, (row) => ({ ...row, dispute_id: recorded.event.data.disputeId })),
    TransactionDisputeEnded: (recorded) => change(recorded, (row) => ({ ...row, dispute_id: null })),
    TransactionReversed: (recorded) =>
      change(recorded, (row) => ({
        ...{ ...row, status: REVERSED, dispute_id: null, returned: null, reversed_at: recorded.event.data.at },
      })),
    TransactionInvoiced: (recorded) => {
      const { invoiceId: invoice_id, invoiceReference: invoice_reference, isByCmd, at, by } = recorded.event.data
      // Generated by the CMD it is approved at once (domain.md, Invoice).
      const cmd = isByCmd ? { cmd_approved_at: at, cmd_approved_by: by } : {}
      return change(recorded, (row) => ({ ...row, ...NO_INVOICE, invoice_id, invoice_reference, ...cmd }))
    },
    TransactionCmdApproved: (recorded) => {
      const { at: cmd_approved_at, by: cmd_approved_by } = recorded.event.data
      return change(recorded, (row) => ({ ...row, cmd_approved_at, cmd_approved_by }))
    },
    TransactionReleased: (recorded) => {
      // Out of a payment it is a return as well, by the word of its invoice.
      const returns = recorded.event.data.paymentId === undefined ? 0 : 1
      return change(recorded, (row) => ({
        ...{ ...row, ...NO_PAYMENT, ...NO_INVOICE, status: 'billed', returns: row.returns + returns },
      }))
    },
  }),
}
