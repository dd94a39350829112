import type { Fields } from '#projections/report/field.ts'

/** How far one has come: waiting for a second person, under way, moved or not. */
const FUNDING_STATUSES = ['proposed', 'requested', 'completed', 'refused', 'declined', 'withdrawn'] as const

/** Of one kind: the same naira goes through all three, and would count in each. */
const of = { kind: 'naira', total: true, hidden: true } as const

/** Movements of funds: credits to the pool, allocations, money into wallets. */
export const FUNDING_FIELDS = {
  id: { heading: 'Id', kind: 'code', unlisted: true },
  at: { heading: 'Date', kind: 'instant', sortable: true, width: 148 },
  kind: {
    heading: 'Kind',
    kind: 'code',
    words: { 'pool credit': 'Pool credit', allocation: 'Allocation', 'patient funding': 'Patient funding' },
    width: 128,
  },
  amount: { heading: 'Amount', kind: 'naira', sortable: true, width: 156 },
  moved: { heading: 'Moved', kind: 'naira', width: 164, about: 'The amount when it has moved, else 0.00' },
  status: { heading: 'Status', kind: 'status', oneOf: FUNDING_STATUSES, width: 152 },
  coe_name: { heading: 'Hospital', kind: 'text', nullable: true, width: 212, wraps: true },
  benefactor: { heading: 'Benefactor', kind: 'text', nullable: true, width: 220 },
  chf_id: { heading: 'Patient CHF ID', kind: 'code', nullable: true, width: 150 },
  by: { heading: 'By', kind: 'text', width: 160, about: 'Name of who asked for it' },
  second_person: {
    heading: 'Second person',
    kind: 'text',
    nullable: true,
    width: 160,
    about: 'Name of who confirmed or declined it, where it needed a second person',
  },
  decided_at: {
    heading: 'Decided',
    kind: 'instant',
    nullable: true,
    about: 'When it was confirmed, declined or withdrawn',
  },
  into_pool: { ...of, heading: 'Moved into the pool', about: 'What benefactors gave, where it has moved' },
  to_hospitals: { ...of, heading: 'Moved to hospitals', about: 'Out of the pool, to be put into wallets' },
  to_patients: { ...of, heading: 'Moved to patients', about: 'Out of what hospitals were allocated, into wallets' },
} as const satisfies Fields
