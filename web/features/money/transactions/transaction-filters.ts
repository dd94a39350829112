import { SHOWN_STATUSES, STAGE_CHOICES } from '#api/money/contracts/payment-steps.ts'
import { statusOf } from '#web/ui/status.tsx'

/** The choices of the lists' selects. */
export const KINDS = [
  { value: '0', label: 'Hospital Service' },
  { value: '1', label: 'Drug' },
]
export const STATUSES = SHOWN_STATUSES.map((value) => ({ value, label: statusOf(value).label }))
/** Set by figures that count by stage. */
export const STAGE = { name: 'stage', label: 'Stage', options: STAGE_CHOICES }
/** What a hospital's billing history is narrowed by. */
export const COE_FILTERS = [
  { name: 'is_drug', label: 'Type', options: KINDS },
  { name: 'status', label: 'Status', options: STATUSES },
  STAGE,
]
