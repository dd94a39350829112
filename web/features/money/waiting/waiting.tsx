import { Anchor, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { PAYMENT_STEPS } from '#api/money/contracts/payment-steps.ts'
import type { WaitingStep } from '#api/money/contracts/waiting.ts'
import { invoicesWaitingQuery } from '#web/features/money/invoices/invoices-api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Panel } from '#web/ui/screen.tsx'
import { waitingQuery } from './waiting-api.ts'
import { WaitingHospitals } from './waiting-hospitals.tsx'
import styles from './waiting.module.css'

const QUEUE = '/payments/consolidated_report'

/** What waits for the reader in the payment chain, by hospital, the longest waiting first; one click opens the queue on it. */
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
  // What waits as an invoice stands below.
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
  const about = PAYMENT_STEPS.find((one) => one.step === step)
  if (about === undefined) return null
  const queue = (coe?: string) =>
    `${QUEUE}?${new URLSearchParams({ status: about.waits, ...(coe === undefined ? {} : { coe }) }).toString()}`
  return (
    <Panel
      title={`Ready for you to ${about.words.act}`}
      aside={
        <Anchor component={Link} to={queue()}>
          All hospitals
        </Anchor>
      }
    >
      <p className={styles['sum']}>
        {isMore ? 'More than ' : ''}
        {transactionsText(transactions)}, <Money naira={total} />.
      </p>
      <WaitingHospitals
        hospitals={hospitals}
        countOf={({ transactions }) => transactionsText(transactions)}
        to={queue}
      />
    </Panel>
  )
}

const transactionsText = (count: number) =>
  count === 1 ? '1 transaction' : `${count.toLocaleString('en-NG')} transactions`
