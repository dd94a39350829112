import { IconAlertTriangle, IconCheck, IconCircleDashed, IconClock, IconInfoCircle } from '@tabler/icons-react'
import styles from './text.module.css'

type Meaning = 'waits' | 'done' | 'stopped' | 'tells' | 'plain'
type Status = { readonly label: string; readonly meaning: Meaning }

const say = (meaning: Meaning, label: string): Status => ({ label, meaning })

// Labels of statuses.tsv ("Display labels"); where it has none, the state's own word in capitals.
const statuses: Readonly<Record<string, Status>> = {
  billed: say('plain', 'BILLED'),
  none: say('plain', 'NOT STARTED'),
  initiated: say('waits', 'INITIATED'),
  recommended: say('waits', 'RECOMMENDED'),
  approved: say('done', 'APPROVED'),
  dfa_approved: say('waits', 'DFA APPROVED'),
  permsec_approved: say('done', 'PERMSEC APPROVED'),
  paid: say('done', 'PAID'),
  returned: say('stopped', 'RETURNED'),
  answered: say('waits', 'ANSWERED'),
  split: say('done', 'SPLIT'),
  unsplit: say('plain', 'UNSPLIT'),
  mixed: say('waits', 'PARTLY SPLIT'),
  pending: say('waits', 'PENDING'),
  proposed: say('waits', 'PROPOSED'),
  requested: say('waits', 'REQUESTED'),
  credited: say('done', 'CREDITED'),
  completed: say('done', 'COMPLETED'),
  refused: say('stopped', 'REFUSED'),
  left_out: say('plain', 'LEFT OUT'),
  unknown: say('waits', 'NOT KNOWN'),
  declined: say('stopped', 'DECLINED'),
  override: say('waits', 'OVERRIDE'),
  assigned: say('waits', 'ASSIGNED'),
  fulfilled: say('done', 'FULFILLED'),
  in_progress: say('tells', 'IN PROGRESS'),
  reviewed: say('done', 'REVIEWED'),
  cmd_approved: say('waits', 'CMD APPROVED'),
  cmd_declined: say('stopped', 'CMD DECLINED'),
  payment_initiated: say('waits', 'INITIATED'),
  payment_recommended: say('waits', 'RECOMMENDED'),
  payment_approved: say('waits', 'APPROVED'),
  dfa_recommended: say('waits', 'DFA_RECOMMENDED'),
  active: say('done', 'ACTIVE'),
  inactive: say('stopped', 'INACTIVE'),
  deceased: say('stopped', 'DECEASED'),
  profile_completed: say('done', 'PROFILE COMPLETED'),
  incomplete_profile: say('waits', 'INCOMPLETE PROFILE'),
  open: say('stopped', 'DISPUTED'),
  disputed: say('stopped', 'DISPUTED'),
  resolved: say('done', 'RESOLVED'),
  reversed: say('stopped', 'REVERSED'),
  withdrawn: say('plain', 'WITHDRAWN'),
}

const icons = {
  waits: IconClock,
  done: IconCheck,
  stopped: IconAlertTriangle,
  tells: IconInfoCircle,
  plain: IconCircleDashed,
}

/** The label and meaning of a status of the API; one that the mapping lacks shows its own word, in grey. */
export function statusOf(status: string | null | undefined): Status {
  if (status === null || status === undefined || status === '') return say('plain', 'NOT STARTED')
  const key = status.toLowerCase().replaceAll(/[\s-]+/g, '_')
  return (
    (Object.hasOwn(statuses, key) ? statuses[key] : undefined) ??
    say('plain', status.replaceAll('_', ' ').toUpperCase())
  )
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
