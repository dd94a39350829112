import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { myWalletQuery } from '#web/shell/patient-queries.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Panel } from '#web/ui/screen.tsx'
import { BillCards, BillCardsSkeleton } from './bill-cards.tsx'
import { myLastBillsQuery } from './my-billing-api.ts'
import styles from './my-billing.module.css'

/** What a patient comes for: what is left in the wallet, and the last bills. */
export default function MySummary() {
  return (
    <div className={styles['summary']}>
      <Wallet />
      <LastBills />
    </div>
  )
}

function Wallet() {
  const { data, error, isPending, refetch } = useQuery(myWalletQuery)
  return (
    <Panel title="My wallet">
      {isPending && <Skeleton height={140} role="status" aria-label="Loading your wallet" />}
      {!isPending && data === undefined && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && (
        <>
          <dl className={styles['wallet']}>
            <div className={styles['balance']}>
              <dt>Balance</dt>
              <dd>
                <Money naira={data.data.balance} />
              </dd>
            </div>
            <div>
              <dt>Paid in by the fund</dt>
              <dd>
                <Money naira={data.data.put_in} />
              </dd>
            </div>
            <div>
              <dt>Billed for treatment</dt>
              <dd>
                <Money naira={data.data.billed} />
              </dd>
            </div>
            <div>
              <dt>Last change</dt>
              <dd>
                <DateText value={data.data.last_moved_at} time empty="None yet" />
              </dd>
            </div>
            {data.data.hospital && (
              <div>
                <dt>Your hospital</dt>
                <dd>{data.data.hospital.coe_name}</dd>
                <dd>{data.data.hospital.address}</dd>
              </div>
            )}
          </dl>
          <Link to="/users/wallet" className={styles['all'] ?? ''}>
            Wallet statement
          </Link>
        </>
      )}
    </Panel>
  )
}

function LastBills() {
  const { data, error, isPending, refetch } = useQuery(myLastBillsQuery)
  const bills = data?.data.data ?? []
  return (
    <Panel title="My last bills">
      {isPending && <BillCardsSkeleton count={2} />}
      {!isPending && data === undefined && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && bills.length === 0 && <EmptyState title="You do not have any billing yet" />}
      {bills.length > 0 && (
        <>
          <BillCards bills={bills} />
          <Link to="/users/billing_history" className={styles['all'] ?? ''}>
            All my bills
          </Link>
        </>
      )}
    </Panel>
  )
}
