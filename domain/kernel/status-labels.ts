/** What people read for a status: the labels of statuses.tsv ("Display labels"); where it has none, the state's own word in capitals. */
export const STATUS_LABELS = {
  billed: 'BILLED',
  none: 'NOT STARTED',
  initiated: 'INITIATED',
  recommended: 'RECOMMENDED',
  approved: 'APPROVED',
  dfa_approved: 'DFA APPROVED',
  permsec_approved: 'PERMSEC APPROVED',
  paid: 'PAID',
  returned: 'RETURNED',
  answered: 'ANSWERED',
  split: 'SPLIT',
  unsplit: 'UNSPLIT',
  mixed: 'PARTLY SPLIT',
  pending: 'PENDING',
  proposed: 'PROPOSED',
  requested: 'REQUESTED',
  credited: 'CREDITED',
  completed: 'COMPLETED',
  refused: 'REFUSED',
  left_out: 'LEFT OUT',
  unknown: 'NOT KNOWN',
  declined: 'DECLINED',
  override: 'OVERRIDE',
  assigned: 'ASSIGNED',
  fulfilled: 'FULFILLED',
  in_progress: 'IN PROGRESS',
  reviewed: 'REVIEWED',
  cmd_approved: 'CMD APPROVED',
  cmd_declined: 'CMD DECLINED',
  payment_initiated: 'INITIATED',
  payment_recommended: 'RECOMMENDED',
  payment_approved: 'APPROVED',
  dfa_recommended: 'DFA_RECOMMENDED',
  active: 'ACTIVE',
  inactive: 'INACTIVE',
  deceased: 'DECEASED',
  profile_completed: 'PROFILE COMPLETED',
  incomplete_profile: 'INCOMPLETE PROFILE',
  open: 'DISPUTED',
  disputed: 'DISPUTED',
  resolved: 'RESOLVED',
  reversed: 'REVERSED',
  withdrawn: 'WITHDRAWN',
} as const satisfies Readonly<Record<string, string>>

export type LabelledStatus = keyof typeof STATUS_LABELS

/** The name under which a status of the API has its label, if it has one. */
export function labelledStatus(status: string): LabelledStatus | undefined {
  const key = status.toLowerCase().replaceAll(/[\s-]+/g, '_')
  return Object.hasOwn(STATUS_LABELS, key) ? (key as LabelledStatus) : undefined
}
