import { Anchor, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { PAYMENT_STEPS } from '#api/money/contracts/payment-steps.ts'
import type { WaitingStep } from '#api/money/contracts/waiting.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { invoicesWaitingQuery } from '#web/features/money/invoices/invoices-api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Panel } from '#web/ui/screen.tsx'
import { besideBills, readyBills } from './figure-lists.ts'
import { waitingQuery } from './waiting-api.ts'
import { WaitingHospitals } from './waiting-hospitals.tsx'
import styles from './waiting.module.css'

/** What is ready for the reader in the payment chain, by hospital, the longest waiting first; one click opens the queue on it. */
export default function Waiting() {
  const { data, error, isPending, refetch } = useQuery(waitingQuery)
  const invoices = useQuery(invoicesWaitingQuery)
  if (isPending)
    return (
      <Panel title="Ready for you">
        <Skeleton height={120} role="status" aria-label="Loading what is ready for you" />
      </Panel>
    )
  if (data === undefined)
    return (
      <Panel title="Ready for you">
        <ErrorState error={error} onRetry={() => refetch()} />
      </Panel>
    )
  // Invoices that are ready stand below.
  if (data.data.length === 0 && (invoices.data?.data.length ?? 0) > 0) return null
  if (data.data.length === 0)
    return (
      <Panel title="Ready for you">
        <EmptyState
          title="Nothing is ready for you"
          hint="Bills appear here when they are ready for you, with how long they have waited."
        />
      </Panel>
    )
  return data.data.map((step) => <Step key={step.step} waiting={step} />)
}

function Step({ waiting }: { waiting: WaitingStep }) {
  const { step, transactions, total, is_more: isMore, hospitals } = waiting
  const { id: me } = useUser()
  const about = PAYMENT_STEPS.find((one) => one.step === step)
  if (about === undefined) return null
  const queue = (coe?: string) => readyBills(me, waiting, coe)
  return (
    <Panel
      title={`Ready for you to ${about.words.act}`}
      aside={
        <Anchor component={Link} to={queue()}>
          All hospitals
        </Anchor>
      }
    >
      {transactions === 0 ? (
        <p className={styles['sum']}>Nothing is ready for you.</p>
      ) : (
        <p className={styles['sum']}>
          {isMore ? 'More than ' : ''}
          {transactionsText(transactions)}, <Money naira={total} />.
        </p>
      )}
      <Beside waiting={waiting} />
      <WaitingHospitals
        hospitals={hospitals}
        countOf={({ transactions }) => transactionsText(transactions)}
        to={queue}
      />
    </Panel>
  )
}

/** What looks like it and is not ready, each under its own name. */
function Beside({ waiting }: { waiting: WaitingStep }) {
  const others = besideBills(waiting).filter(({ transactions }) => transactions > 0)
  if (others.length === 0) return null
  return (
    <p className={styles['sum']}>
      Not ready:{' '}
      {others.map(({ name, transactions, total, to }, place) => (
        <span key={name}>
          {place > 0 && '; '}
          <Anchor component={Link} to={to}>
            {name}: {transactionsText(transactions)}, <Money naira={total} />
          </Anchor>
        </span>
      ))}
      .
    </p>
  )
}

const transactionsText = (count: number) => (count === 1 ? '1 bill' : `${count.toLocaleString('en-NG')} bills`)
