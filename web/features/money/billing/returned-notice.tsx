import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { DateText } from '#web/ui/date-text.tsx'
import { Money } from '#web/ui/money.tsx'
import { returnedQuery } from './billing-api.ts'
import styles from './billing.module.css'

/** That bills were sent back to the hospital and wait for its answer; nothing where none does. */
export function ReturnedNotice() {
  const waiting = useQuery(returnedQuery).data?.data
  if (waiting === undefined || waiting.returned === 0) return null
  const { returned, total, since } = waiting
  return (
    <Alert color="yellow" variant="outline" icon={<IconAlertTriangle aria-hidden />}>
      {returned === 1 ? '1 bill was' : `${returned.toLocaleString('en-NG')} bills were`} returned and{' '}
      {returned === 1 ? 'waits' : 'wait'} for your hospital to answer, <Money naira={total} /> in all, since{' '}
      <DateText value={since} />.{' '}
      <Link className={styles['link']} to="/coestaff/billings?status=returned">
        See the questions
      </Link>
    </Alert>
  )
}
