import type { Recorded } from '../../commands/log/domain-log.ts'
import { CHAIN } from '../../domain/transaction/chain.ts'
import type { TransactionEvent } from '../../domain/transaction/events.ts'
import { type Change, handlers, type ReadModel } from '../read-model.ts'

/** A bill and where it stands in the payment chain. Amounts in kobo; the comment and the documents stay in the log. */
export type TransactionRow = {
  id: string
  /** `TRX-2026-000123`. */
  reference: string
  /** requested, refused, billed, or a status of the chain (`payment initiated` …). */
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
  /** What the grid shows for the whole bill: the first line's name and description. */
  item: string
  description: string | null
  manufacturer: string | null
  /** Null until the wallet has paid: lists show what is billed. */
  billed_at: string | null
  payment_id: string | null
  initiated_at: string | null
  initiated_by: string | null
  recommended_at: string | null
  recommended_by: string | null
  approved_at: string | null
  approved_by: string | null
  dfa_at: string | null
  dfa_by: string | null
  permsec_at: string | null
  permsec_by: string | null
  share_coe: number | null
  share_bank: number | null
  share_manufacturer: number | null
  share_emge: number | null
  /** From the final step on (spec, open-questions Q078). */
  is_splitted: boolean
  returns: number
}

const NO_PAYMENT = {
  payment_id: null,
  initiated_at: null,
  initiated_by: null,
  recommended_at: null,
  recommended_by: null,
  approved_at: null,
  approved_by: null,
  dfa_at: null,
  dfa_by: null,
  permsec_at: null,
  permsec_by: null,
  share_coe: null,
  share_bank: null,
  share_manufacturer: null,
  share_emge: null,
}

type Requested = Extract<TransactionEvent, { type: 'TransactionBillingRequested' }>

const idOf = ({ stream }: Recorded): string => stream.slice('transaction-'.length)
const statusAfter = (event: (typeof CHAIN)[number]['event']): string =>
  CHAIN.find((link) => link.event === event)?.status ?? event

/** Changes the row of the event's own transaction, once there is one. */
const change = (
  recorded: Recorded,
  fold: (row: TransactionRow) => TransactionRow,
): readonly Change<TransactionRow>[] => [
  { key: [idOf(recorded)], fold: (row) => (row === undefined ? undefined : fold(row)) },
]

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
        item: first?.name ?? '',
        description: first?.description ?? null,
        manufacturer: first?.manufacturerName ?? null,
        billed_at: null,
        ...NO_PAYMENT,
        is_splitted: false,
        returns: 0,
      }),
    },
  ]
}

/**
 * Serves the transactions grid, billing history, the consolidated summary and the payments report, now and as of. That a
 * reference is given once is the short codes' rule: a unique index here could only stop the read model.
 */
export const transaction: ReadModel<TransactionRow> = {
  name: 'transaction',
  revision: 1,
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
    payment_id: 'text',
    initiated_at: 'timestamptz',
    initiated_by: 'text',
    recommended_at: 'timestamptz',
    recommended_by: 'text',
    approved_at: 'timestamptz',
    approved_by: 'text',
    dfa_at: 'timestamptz',
    dfa_by: 'text',
    permsec_at: 'timestamptz',
    permsec_by: 'text',
    share_coe: 'bigint',
    share_bank: 'bigint',
    share_manufacturer: 'bigint',
    share_emge: 'bigint',
    is_splitted: 'boolean not null',
    returns: 'int not null',
  },
  key: ['id'],
  bounded: { returns: 'One for each return of this bill' },
  indexes: [
    '(billed_at, id)',
    '(coe_id, billed_at, id)',
    '(total, id)',
    '(patient_id, billed_at, id)',
    '(status, billed_at, id)',
    '(biller_id, billed_at, id)',
    '(payment_id)',
    '(reference)',
  ],
  historyIndexes: ['(billed_at, id)', '(coe_id, billed_at, id)', '(patient_id, billed_at, id)'],
  on: handlers<TransactionRow, TransactionEvent>({
    TransactionBillingRequested: requested,
    TransactionBilled: (recorded) =>
      change(recorded, (row) => ({ ...row, status: 'billed', billed_at: recorded.event.data.at })),
    TransactionBillingRefused: (recorded) => change(recorded, (row) => ({ ...row, status: 'refused' })),
    TransactionPaymentInitiated: (recorded) => {
      const { paymentId, at, by, shares } = recorded.event.data
      return change(recorded, (row) => ({
        ...row,
        status: statusAfter(recorded.event.type),
        payment_id: paymentId,
        initiated_at: at,
        initiated_by: by,
        share_coe: shares.coe,
        share_bank: shares.bank,
        share_manufacturer: shares.manufacturer,
        share_emge: shares.emge,
      }))
    },
    TransactionPaymentRecommended: (recorded) => {
      const { at, by } = recorded.event.data
      const status = statusAfter(recorded.event.type)
      return change(recorded, (row) => ({ ...row, status, recommended_at: at, recommended_by: by }))
    },
    TransactionPaymentApproved: (recorded) => {
      const { at, by } = recorded.event.data
      const status = statusAfter(recorded.event.type)
      return change(recorded, (row) => ({ ...row, status, approved_at: at, approved_by: by }))
    },
    TransactionDfaApproved: (recorded) => {
      const { at, by } = recorded.event.data
      return change(recorded, (row) => ({ ...row, status: statusAfter(recorded.event.type), dfa_at: at, dfa_by: by }))
    },
    TransactionPermsecApproved: (recorded) => {
      const { at, by } = recorded.event.data
      const status = statusAfter(recorded.event.type)
      return change(recorded, (row) => ({ ...row, status, permsec_at: at, permsec_by: by, is_splitted: true }))
    },
    TransactionPaymentReturned: (recorded) =>
      change(recorded, (row) => ({ ...row, status: 'billed', ...NO_PAYMENT, returns: row.returns + 1 })),
  }),
}
