import { DISPUTE_OUTCOMES } from '#domain/money/dispute/outcomes.ts'
import type { Fields } from '#projections/report/field.ts'

/** Disputes: which bill, whose, since when, by whom, and how it stands (spec, S059 and S063). */
export const DISPUTE_FIELDS = {
  id: { heading: 'Id', kind: 'code', unlisted: true },
  bill_id: { heading: 'Bill', kind: 'code', as: 'transaction.id', unlisted: true },
  transaction_id: { heading: 'Transaction ID', kind: 'code', width: 152, about: 'TRX-2026-000123' },
  chf_id: { heading: 'Patient ID', kind: 'code', as: 'patient.chf_id', nullable: true, width: 128 },
  total: { heading: 'Total', kind: 'naira', total: true, width: 140, about: 'Of the bill' },
  coe_id: { heading: 'Hospital id', kind: 'code', as: 'coe.id', unlisted: true },
  coe_name: { heading: 'Hospital', kind: 'text', as: 'coe.coe_name', nullable: true, width: 180, wraps: true },
  created_at: { heading: 'Date raised', kind: 'instant', sortable: true, width: 148 },
  raiser: { heading: 'Raised by', kind: 'text', as: 'raiser.name', width: 156 },
  coe_staff: { heading: 'Billing staff', kind: 'text', as: 'coe_staff.name', width: 156, about: 'Who billed' },
  status: { heading: 'Status', kind: 'status', oneOf: ['open', ...DISPUTE_OUTCOMES], width: 136 },
  comments: { heading: 'Messages', kind: 'count', as: 'comments_count', total: true, width: 104 },
  ended_at: { heading: 'Ended on', kind: 'instant', nullable: true, about: 'Null while it is open' },
  ended_by: { heading: 'Ended by', kind: 'text', about: 'Empty while it is open' },
} as const satisfies Fields
