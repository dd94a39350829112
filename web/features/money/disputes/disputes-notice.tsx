import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useUser } from '#web/shell/session-queries.ts'
import { Money } from '#web/ui/money.tsx'
import styles from '#web/features/money/transactions/transactions.module.css'
import { openDisputesQuery } from './disputes-api.ts'

/** That disputes wait for the reader's hospital to resolve them; nothing where none does. */
export default function DisputesNotice() {
  const { coe } = useUser()
  return coe === null ? null : <Waiting coeId={coe.id} />
}

function Waiting({ coeId }: { readonly coeId: string }) {
  const open = useQuery(openDisputesQuery(coeId)).data?.data
  if (open === undefined || open.total === 0) return null
  const { total, totals } = open
  return (
    <Alert color="red" variant="outline" icon={<IconAlertTriangle aria-hidden />}>
      {total === 1 ? '1 bill of your hospital is' : `${total.toLocaleString('en-NG')} bills of your hospital are`}{' '}
      disputed, <Money naira={String(totals['total'] ?? '0.00')} /> in total. They are paid only after the dispute is
      resolved.{' '}
      <Link className={styles['link']} to="/coeadmin/dispute?status=open">
        See the disputes
      </Link>
    </Alert>
  )
}
