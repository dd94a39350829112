import { namesOf, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { choose, type Fields } from '#projections/report/field.ts'

type StepName = ReturnType<typeof namesOf>['on']
type StepField = { readonly heading: string; readonly kind: 'instant'; readonly nullable: true; readonly about: string }

/** When each step of the payment chain was taken. */
const steps = Object.fromEntries(
  PAYMENT_CHAIN.links.map((link) => [
    namesOf(link).on,
    { heading: link.words.done, kind: 'instant', nullable: true, about: 'Null when not yet' },
  ]),
) as { readonly [K in StepName]: StepField }

/** All that is known of a bill. Each list of bills shows its own choice of it. */
export const TRANSACTION_FIELDS = {
  id: { heading: 'Id', kind: 'code' },
  transaction_id: {
    heading: 'Transaction ID',
    kind: 'code',
    sortable: true,
    width: 168,
    about: 'TRX-2026-000123',
  },
  chf_id: { heading: 'Patient CHF ID', kind: 'code', as: 'user.patient.chf_id', nullable: true, width: 144 },
  item: { heading: 'Drug or service', kind: 'text', width: 220 },
  description: { heading: 'Description', kind: 'text', nullable: true, width: 140 },
  manufacturer: { heading: 'Manufacturer', kind: 'text', nullable: true, width: 180 },
  line_count: { heading: 'Lines', kind: 'count', total: true },
  quantity: { heading: 'Quantity', kind: 'count', total: true },
  total: { heading: 'Total', kind: 'naira', sortable: true, total: true },
  coe_id: { heading: 'Hospital id', kind: 'code', as: 'coe.id' },
  coe_name: { heading: 'Hospital', kind: 'text', as: 'coe.coe_name', nullable: true, wraps: true },
  created_at: { heading: 'Date', kind: 'instant', sortable: true },
  biller: { heading: 'Biller', kind: 'text', as: 'biller.name' },
  biller_first_name: { heading: "Biller's first name", kind: 'text', as: 'biller.first_name' },
  biller_last_name: { heading: "Biller's last name", kind: 'text', as: 'biller.last_name' },
  biller_profession: { heading: "Biller's profession", kind: 'text', as: 'biller.profession', nullable: true },
  type: { heading: 'Type', kind: 'code', oneOf: ['Drug', 'Hospital Service'], width: 152 },
  is_drug: { heading: 'Is drug', kind: 'flag' },
  status: { heading: 'Status', kind: 'status' },
  payment_id: { heading: 'Payment id', kind: 'code', nullable: true },
  payment_number: { heading: 'Payment', kind: 'code', nullable: true, width: 160, about: 'PAY-2026-000123' },
  invoice_id: { heading: 'Invoice id', kind: 'code', nullable: true, about: 'Null of a bill on no invoice' },
  invoice_number: { heading: 'Invoice', kind: 'code', nullable: true, width: 160, about: 'INV-2026-000045' },
  cmd_approved_on: {
    heading: 'CMD approved',
    kind: 'instant',
    nullable: true,
    about: 'With its invoice; null when not yet',
  },
  ...steps,
  coe_share: { heading: 'Hospital share', kind: 'naira', nullable: true, total: true },
  bank_share: { heading: 'Bank share', kind: 'naira', nullable: true, total: true },
  manufacturer_share: { heading: 'Manufacturer/distributor share', kind: 'naira', nullable: true, total: true },
  emge_share: { heading: 'EMGE share', kind: 'naira', nullable: true, total: true },
  is_splitted: { heading: 'Split', kind: 'flag' },
  is_disputed: { heading: 'Disputed', kind: 'flag', about: 'Held up by an open dispute' },
  reversed_on: { heading: 'Reversed on', kind: 'instant', nullable: true, about: 'Null when not' },
  reversed: { heading: 'Reversed', kind: 'naira', total: true, about: 'Given back to the wallet after a dispute' },
} as const satisfies Fields

// Every list of bills begins with which, what, how much and how far, which then stand on a laptop's screen (1280 px).
const first = { transaction_id: { width: 152 }, item: { width: 232 }, total: { width: 164 }, status: { width: 196 } }

/** The super administrator's transactions in the spec's order (S062); how far each is stands beside its total. */
export const ALL_TRANSACTIONS = choose(TRANSACTION_FIELDS, {
  transaction_id: { width: 148 },
  // Narrower, for the number before them and the button behind.
  chf_id: { width: 108 },
  item: { width: 116, wraps: true },
  quantity: { width: 88 },
  total: { width: 148 },
  status: { width: 192 },
  coe_name: { width: 184 },
  created_at: {},
  biller: { width: 160 },
  type: {},
  description: {},
  payment_number: {},
  invoice_number: {},
  reversed: {},
})

/** As a hospital's billing history calls them (spec, S060). */
const billed = { ...first, item: { heading: 'Product', width: 232 }, total: { heading: 'Total cost', width: 164 } }
const shares = { coe_share: {}, bank_share: {}, manufacturer_share: {}, emge_share: {} }
const attendant = { heading: 'Attendant staff', width: 160 }

/** A hospital's billing history with what each party gets (spec, S060 and S061), and where each bill stands. */
export const COE_BILLINGS = choose(TRANSACTION_FIELDS, {
  ...billed,
  created_at: {},
  biller: attendant,
  ...shares,
  manufacturer: {},
  payment_number: {},
  invoice_number: {},
  reversed: {},
})

/** What the staff of a hospital billed (spec, S047): as the hospital's history, with the patient. */
export const STAFF_BILLINGS = choose(TRANSACTION_FIELDS, {
  ...billed,
  chf_id: {},
  created_at: {},
  biller: attendant,
  ...shares,
  manufacturer: {},
  payment_number: {},
  invoice_number: {},
  reversed: {},
})

/** A patient's billing history (spec, S084), with what was billed, cost and status. */
export const PATIENT_BILLINGS = choose(TRANSACTION_FIELDS, {
  ...billed,
  item: { width: 232 },
  created_at: {},
  coe_name: {},
  line_count: { heading: 'Services' },
  biller: { heading: 'Physician' },
  payment_number: {},
  invoice_number: {},
  reversed: {},
})

const hidden = { hidden: true }

/** What the offices' list knows beside it, in its rows alone: who may take no further step of it. */
export const CHAIN_FIELDS = {
  ...TRANSACTION_FIELDS,
  actors: {
    heading: 'Acted',
    kind: 'code',
    about: 'User ids of who billed it and took its steps so far, in their order',
  },
} as const satisfies Fields

/** The consolidated billing summary in the spec's order (S075, S077); what else is known of a bill can be shown beside it. */
export const CONSOLIDATED_BILLINGS = choose(CHAIN_FIELDS, {
  transaction_id: { heading: 'TRX ID', width: 152 },
  item: { heading: 'Service', width: 148, wraps: true },
  quantity: {},
  total: { heading: 'Cost', width: 156 },
  coe_name: { heading: 'Hospital', width: 132 },
  created_at: {},
  // 'BILLED on INV-2026-000045'.
  status: { width: 232 },
  payment_number: hidden,
  invoice_number: hidden,
  cmd_approved_on: hidden,
  chf_id: hidden,
  description: hidden,
  manufacturer: hidden,
  line_count: hidden,
  type: hidden,
  biller: hidden,
  is_splitted: hidden,
  ...(Object.fromEntries(PAYMENT_CHAIN.links.map((link) => [namesOf(link).on, hidden])) as {
    readonly [K in StepName]: typeof hidden
  }),
  coe_share: hidden,
  bank_share: hidden,
  manufacturer_share: hidden,
  emge_share: hidden,
  is_disputed: hidden,
  reversed: hidden,
})
