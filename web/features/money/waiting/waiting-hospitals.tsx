import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { DateText } from '#web/ui/date-text.tsx'
import { Money } from '#web/ui/money.tsx'
import { workingHoursText } from '#web/ui/working-hours.ts'
import styles from './waiting.module.css'

type Waiting = {
  readonly coe_id: string
  readonly coe_name: string
  readonly total: string
  /** Since when the oldest of it waits, ISO. */
  readonly since: string
  /** For how many working minutes. */
  readonly waited_minutes: number
}
type WaitingHospitalsProps<Hospital extends Waiting> = {
  readonly hospitals: readonly Hospital[]
  /** How much of it waits: '3 transactions'. */
  readonly countOf: (hospital: Hospital) => string
  /** Where it is done. */
  readonly to: (coeId: string) => string
}

/** What waits at each hospital: how much, since when, one click from where it is done. */
export function WaitingHospitals<Hospital extends Waiting>({
  hospitals,
  countOf,
  to,
}: WaitingHospitalsProps<Hospital>) {
  return (
    <ul className={styles['hospitals']}>
      {hospitals.map((hospital) => (
        <li key={hospital.coe_id}>
          <Link to={to(hospital.coe_id)}>
            <strong>{hospital.coe_name}</strong>
            <span className={styles['count']}>{countOf(hospital)}</span>
            <span className={styles['total']}>
              <Money naira={hospital.total} />
            </span>
            <span className={styles['since']}>
              {workingHoursText(hospital.waited_minutes)}, since <DateText value={hospital.since} />
            </span>
            <IconChevronRight size={18} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}
