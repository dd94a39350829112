import { IconAlertTriangle, IconCheck, IconCircleDashed, IconClock, IconInfoCircle } from '@tabler/icons-react'
import { type LabelledStatus, labelledStatus, STATUS_LABELS } from '#domain/kernel/status-labels.ts'
import styles from './text.module.css'

type Meaning = 'waits' | 'done' | 'stopped' | 'tells' | 'plain'
type Status = { readonly label: string; readonly meaning: Meaning }

/** What a status means for who reads it; its label is in STATUS_LABELS. */
const MEANINGS: Readonly<Record<LabelledStatus, Meaning>> = {
  billed: 'plain',
  none: 'plain',
  initiated: 'waits',
  recommended: 'waits',
  approved: 'done',
  dfa_approved: 'waits',
  permsec_approved: 'done',
  paid: 'done',
  returned: 'stopped',
  answered: 'waits',
  split: 'done',
  unsplit: 'plain',
  mixed: 'waits',
  pending: 'waits',
  proposed: 'waits',
  requested: 'waits',
  credited: 'done',
  completed: 'done',
  refused: 'stopped',
  left_out: 'plain',
  unknown: 'waits',
  declined: 'stopped',
  override: 'waits',
  assigned: 'waits',
  fulfilled: 'done',
  in_progress: 'tells',
  reviewed: 'done',
  cmd_approved: 'waits',
  cmd_declined: 'stopped',
  payment_initiated: 'waits',
  payment_recommended: 'waits',
  payment_approved: 'waits',
  dfa_recommended: 'waits',
  active: 'done',
  inactive: 'stopped',
  deceased: 'stopped',
  profile_completed: 'done',
  incomplete_profile: 'waits',
  open: 'stopped',
  disputed: 'stopped',
  resolved: 'done',
  reversed: 'stopped',
  withdrawn: 'plain',
}

const icons = {
  waits: IconClock,
  done: IconCheck,
  stopped: IconAlertTriangle,
  tells: IconInfoCircle,
  plain: IconCircleDashed,
}

/** The label and meaning of a status of the API; one that has no label shows its own word, in grey. */
export function statusOf(status: string | null | undefined): Status {
  if (status === null || status === undefined || status === '') return { label: STATUS_LABELS.none, meaning: 'plain' }
  const key = labelledStatus(status)
  if (key === undefined) return { label: status.replaceAll('_', ' ').toUpperCase(), meaning: 'plain' }
  return { label: STATUS_LABELS[key], meaning: MEANINGS[key] }
}

/** A status as a word with an icon and a colour; `label` when the screen's spec words it otherwise. */
export function StatusChip({ status, label }: { status: string | null | undefined; label?: string }) {
  const found = statusOf(status)
  const Icon = icons[found.meaning]
  return (
    <span className={styles['chip']} data-meaning={found.meaning}>
      <Icon size={14} aria-hidden />
      {label ?? found.label}
    </span>
  )
}
