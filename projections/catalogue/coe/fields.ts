import type { Fields } from '#projections/report/field.ts'

/** The hospitals, for those who administer them (spec, S093). */
export const COE_FIELDS = {
  coe_name: { heading: 'Name', kind: 'text', sortable: true, width: 228, wraps: true },
  coe_type: { heading: 'Type', kind: 'code', oneOf: ['Federal', 'State'], width: 96 },
  state: { heading: 'State', kind: 'text', as: 'state.state', width: 124, wraps: true },
  coe_address: { heading: 'Address', kind: 'text', wraps: true },
  wallet_utilization: {
    heading: 'Wallet utilization',
    kind: 'text',
    width: 150,
    about: 'What it has billed, less what was reversed, as a part of all that was ever allocated to it: 37.5 %',
  },
  status: { heading: 'Status', kind: 'status', oneOf: ['active', 'inactive'], width: 112 },
  fund_allocation: {
    heading: 'Allocation balance',
    kind: 'naira',
    total: true,
    hidden: true,
    about: 'Allocated, and in no wallet of a patient yet',
  },
  wallet_balance: {
    heading: 'Wallet balance',
    kind: 'naira',
    total: true,
    as: 'wallet.balance',
    hidden: true,
    about: 'Billed, and not paid yet',
  },
  patients_count: { heading: 'Patients', kind: 'count', total: true, hidden: true },
  billings_count: { heading: 'Billings', kind: 'count', total: true, hidden: true },
  coe_code: { heading: 'Code', kind: 'code', hidden: true },
  coe_id_cap: { heading: "Hospital's CAP number", kind: 'code', hidden: true },
  created_at: { heading: 'Created at', kind: 'instant', hidden: true },
  id: { heading: 'Id', kind: 'code', unlisted: true },
  state_id: { heading: 'Id of the state', kind: 'code', unlisted: true },
} as const satisfies Fields
