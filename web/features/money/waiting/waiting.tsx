import { Anchor, Skeleton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { PAYMENT_STEPS } from '#api/money/contracts/payment-steps.ts'
import type { WaitingStep } from '#api/money/contracts/waiting.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Panel } from '#web/ui/screen.tsx'
import { workingDaysText } from '#web/ui/working-days.ts'
import { waitingQuery } from './waiting-api.ts'
import styles from './waiting.module.css'

const QUEUE = '/payments/consolidated_report'

/** What waits for the reader in the payment chain, by hospital, the longest waiting first; one click opens the queue on it. */
export default function Waiting() {
  const { data, error, isPending, refetch } = useQuery(waitingQuery)
  if (isPending)
    return (
      <Panel title="Waits for you">
        <Skeleton height={120} role="status" aria-label="Looking what waits for you" />
      </Panel>
    )
  if (data === undefined)
    return (
      <Panel title="Waits for you">
        <ErrorState error={error} onRetry={() => refetch()} />
      </Panel>
    )
  if (data.data.length === 0)
    return (
      <Panel title="Waits for you">
        <EmptyState
          title="Nothing waits for you"
          hint="What comes to your step of the payment chain stands here, with how long it has waited."
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
      title={`Waits for you to ${about.words.act}`}
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
      <ul className={styles['hospitals']}>
        {hospitals.map((hospital) => (
          <li key={hospital.coe_id}>
            <Link to={queue(hospital.coe_id)}>
              <strong>{hospital.coe_name}</strong>
              <span className={styles['count']}>{transactionsText(hospital.transactions)}</span>
              <span className={styles['total']}>
                <Money naira={hospital.total} />
              </span>
              <span className={styles['since']}>
                {workingDaysText(hospital.since, new Date())}, since <DateText value={hospital.since} />
              </span>
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const transactionsText = (count: number) =>
  count === 1 ? '1 transaction' : `${count.toLocaleString('en-NG')} transactions`
