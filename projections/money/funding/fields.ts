import type { Fields } from '#projections/report/field.ts'

/** Movements of funds: credits to the pool, allocations, money into wallets. */
export const FUNDING_FIELDS = {
  id: { heading: 'Id', kind: 'code', unlisted: true },
  at: { heading: 'Date', kind: 'instant', sortable: true },
  kind: {
    heading: 'Kind',
    kind: 'code',
    words: { 'pool credit': 'Pool credit', allocation: 'Allocation', 'patient funding': 'Patient funding' },
    width: 150,
  },
  status: { heading: 'Status', kind: 'status', oneOf: ['requested', 'completed', 'refused'] },
  amount: { heading: 'Amount', kind: 'naira' },
  moved: { heading: 'Moved', kind: 'naira', total: true, about: 'The amount when it has moved, else 0.00' },
  benefactor: { heading: 'Benefactor', kind: 'text', nullable: true, width: 220 },
  coe_name: { heading: 'Hospital', kind: 'text', nullable: true, width: 240 },
  chf_id: { heading: 'Patient CHF ID', kind: 'code', nullable: true, width: 150 },
  by: { heading: 'By', kind: 'text', about: 'Name of who asked for it' },
} as const satisfies Fields
