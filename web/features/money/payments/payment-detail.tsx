import { Anchor, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { PaymentDetail as Payment } from '#api/money/contracts/payment.ts'
import { PAYMENT_STEPS } from '#api/money/contracts/payment-steps.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Detail } from '#web/ui/detail.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { type ChainStep, ChainSteps } from '#web/ui/record/chain-steps.tsx'
import { NextButton } from '#web/ui/record/next-button.tsx'
import { RecordHead } from '#web/ui/record/record-head.tsx'
import { useNextRecord } from '#web/ui/record/record-queue.ts'
import { Facts, Panel } from '#web/ui/screen.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { WhyNotButton } from '#web/features/money/acts/why-not-button.tsx'
import type { ChainAct } from './chain-acts.ts'
import { ChainButtons } from './chain-buttons.tsx'
import { ChainDialog } from './chain-dialog.tsx'
import { chosenRows } from './chain-target.ts'
import { ReturnedOut } from './returned-out.tsx'
import { PaidAtPanel } from './paid-at.tsx'
import { ShareFacts } from './share-facts.tsx'
import { paymentQuery } from './payments-api.ts'
import styles from './payments.module.css'

/** One payment at its own URL: where it stands, its shares and transactions, and the step that waits for the reader. */
export default function PaymentDetail() {
  const { id = '' } = useParams()
  const { data, isPending, isError, error, refetch } = useQuery(paymentQuery(id))
  return (
    <Detail title="Payment">
      {isPending && <p role="status">Loading the payment</p>}
      {isError && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && <PaymentRecord payment={data.data} />}
    </Detail>
  )
}

function PaymentRecord({ payment }: { payment: Payment }) {
  const [asked, setAsked] = useState<ChainAct>()
  const onNext = useNextRecord(payment.id, paymentQuery)
  const { coe, shares, payment_transactions: transactions } = payment
  const rows = transactions.map((transaction) => ({ ...transaction, coe }))
  return (
    <>
      <RecordHead
        kind="Payment"
        id={payment.payment_number}
        chip={<StatusChip status={payment.status} />}
        amount={<Money naira={payment.total} />}
        actions={
          <>
            <ChainButtons rows={rows} onAct={setAsked} />
            <WhyNotButton ids={rows.map(({ id }) => id)} acts={CHAIN_ACTS} />
            <NextButton onNext={onNext} />
          </>
        }
      />
      <ChainSteps steps={stepsOf(payment)} />
      <Facts
        items={[
          { name: 'Hospital', value: coe.coe_name },
          {
            name: 'Period',
            value: (
              <>
                <DateText value={payment.period_start} /> to <DateText value={payment.period_end} />
              </>
            ),
          },
          { name: 'Initiated together', value: payment.transactions + payment.returned },
          { name: 'Paid', value: <Money naira={payment.paid_total} /> },
          { name: 'Returned', value: returnedText(payment) },
        ]}
      />
      <PaidAtPanel paidAt={payment.paid_at} />
      <Panel title="Shares">
        <ShareFacts shares={shares} />
      </Panel>
      <Panel title="Transactions">
        {transactions.length === 0 ? (
          <EmptyState title="No data available" hint="Every bill in this payment was returned." />
        ) : (
          <Transactions transactions={transactions} />
        )}
      </Panel>
      <ReturnedOut returned={payment.returned_transactions} />
      {asked !== undefined && (
        <ChainDialog act={asked} target={chosenRows(asked, rows)} onClose={() => setAsked(undefined)} onNext={onNext} />
      )}
    </>
  )
}

/** What is done with a payment as a whole. */
const CHAIN_ACTS = [...PAYMENT_STEPS.map(({ step }) => step), 'return']

function Transactions({ transactions }: { transactions: Payment['payment_transactions'] }) {
  return (
    <ScrollRegion label="Transactions of the payment" className={styles['summary']}>
      <Table horizontalSpacing="sm" fz={14}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>TRX ID</Table.Th>
            <Table.Th>Date</Table.Th>
            <Table.Th ta="right">Cost (NGN)</Table.Th>
            <Table.Th>Status</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {transactions.map(({ id, transaction_id: reference, created_at: at, total, status }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Anchor component={Link} to={`/payments/consolidated_report/${id}`} fz={14}>
                  {reference}
                </Anchor>
              </Table.Td>
              <Table.Td>
                <DateText value={at} />
              </Table.Td>
              <Table.Td ta="right">
                <Money naira={total} bare />
              </Table.Td>
              <Table.Td>
                <StatusChip status={status} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  )
}

const returnedText = ({ returned, returned_total: total }: Payment) =>
  returned === 0 ? (
    'None'
  ) : (
    <>
      {returned}, <Money naira={total} />
    </>
  )

/** The steps of the payment: done once its least far transaction has passed them. */
function stepsOf(payment: Payment): ChainStep[] {
  const reached = PAYMENT_STEPS.findIndex(({ status }) => status === payment.status)
  const isReturned = payment.status === 'returned'
  const times = { ...payment, initiated_at: payment.initiated_on }
  return PAYMENT_STEPS.map(({ words, at: when, by: who }, place) => {
    const step = { name: words.done, by: payment[who], at: times[when] }
    if (isReturned) return { ...step, state: step.at === null ? 'ahead' : 'done' }
    if (place <= reached) return { ...step, state: 'done' }
    if (place > reached + 1) return { ...step, state: 'ahead' }
    const { waiting } = payment
    if (waiting === null) return { ...step, state: 'current' }
    const { may_act: mayAct, waited_minutes: waited, is_late: isLate } = waiting
    return { ...step, state: 'current', mayAct: mayAct.join(', '), waited, isLate }
  })
}
