import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { TransactionDetail } from '#api/money/contracts/transaction.ts'
import { addressOf } from '#web/shell/search-finds.ts'
import { usePermission, useUser } from '#web/shell/session-queries.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { HIDDEN } from '#web/ui/hidden.ts'
import { Money } from '#web/ui/money.tsx'
import { ChainSteps, type ChainStep } from '#web/ui/record/chain-steps.tsx'
import { HistoryList } from '#web/ui/record/history-list.tsx'
import { RecordHead } from '#web/ui/record/record-head.tsx'
import { Facts, Panel } from '#web/ui/screen.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { WhyNotButton } from '#web/features/money/acts/why-not-button.tsx'
import { DisputeBanner, RaiseDispute } from '#web/features/money/disputes/dispute-banner.tsx'
import { DocumentList } from './document-list.tsx'
import { LinesTable } from './lines-table.tsx'
import { ReturnBanner } from './return-banner.tsx'

type TransactionRecordProps = {
  readonly transaction: TransactionDetail
  /** Steps that are taken here. */
  readonly actions?: ReactNode
  /** Leads to the next record. */
  readonly next?: ReactNode
}

/** A transaction from head to history. */
export function TransactionRecord({ transaction, actions, next }: TransactionRecordProps) {
  const { transactions: lines, chain, history, comment, documents, is_masked: isMasked, is_drug: isDrug } = transaction
  // Who opens a bill of theirs as a patient acts on none.
  const mayAsk = !usePermission('APPLY_FUND')
  return (
    <>
      <RecordHead
        kind="Transaction"
        id={transaction.transaction_id}
        chip={<StatusChip status={transaction.status} />}
        amount={<Money naira={transaction.total} />}
        actions={
          <>
            {actions}
            <RaiseDispute transaction={transaction} />
            {mayAsk && <WhyNotButton ids={[transaction.id]} />}
            {next}
          </>
        }
      />
      <ReturnBanner transaction={transaction} />
      <DisputeBanner transaction={transaction} />
      <ChainSteps steps={chain.map(stepOf)} />
      <Facts
        items={[
          { name: 'Hospital visited', value: transaction.coe.coe_name },
          { name: 'Patient CHF ID', value: <PatientLink chfId={transaction.user.patient.chf_id} /> },
          { name: 'Date visited', value: <DateText value={transaction.created_at} time /> },
          { name: 'Attendant physician', value: transaction.biller.name },
          { name: 'Type', value: transaction.type },
          ...(transaction.payment_number === null
            ? []
            : [{ name: 'Payment', value: <PaymentLink transaction={transaction} /> }]),
          ...(transaction.invoice_number === null
            ? []
            : [{ name: 'Invoice', value: <InvoiceLink transaction={transaction} /> }]),
          ...(transaction.cmd_approved_on === null
            ? []
            : [{ name: 'CMD approved', value: <DateText value={transaction.cmd_approved_on} time /> }]),
          ...(transaction.returns > 0 ? [{ name: 'Returned', value: timesText(transaction.returns) }] : []),
        ]}
      />
      <Panel title={isDrug ? 'Drugs' : 'Services'}>
        <LinesTable lines={lines} isDrug={isDrug} total={transaction.total} />
      </Panel>
      {transaction.payment_initiated_on !== null && <Shares transaction={transaction} />}
      <Panel title="Physician Comment">
        <p>{isMasked ? HIDDEN : (comment?.comment ?? 'No Comment available')}</p>
      </Panel>
      <Panel title="Documents">{isMasked ? <p>{HIDDEN}</p> : <DocumentList documents={documents} />}</Panel>
      <Panel title="History">
        <HistoryList entries={history} />
      </Panel>
    </>
  )
}

const timesText = (count: number): string => (count === 1 ? 'Once, see the history' : `${count} times, see the history`)

function stepOf({
  label,
  state,
  by,
  at,
  may_act: mayAct,
  waited_minutes: waited,
  is_late: isLate,
}: TransactionDetail['chain'][number]) {
  const step: ChainStep = { name: label, by, at, state: state === 'waiting' ? 'ahead' : state }
  if (state === 'done') return { ...step, took: waited }
  if (state !== 'current') return step
  return { ...step, mayAct: mayAct.join(', '), waited, isLate }
}

function PatientLink({ chfId }: { chfId: string | null }) {
  const mayOpen = usePermission('VIEW_PATIENT_CAREPLAN')
  if (chfId === null || !mayOpen) return <>{chfId}</>
  return (
    <Anchor component={Link} to={`/report/patient/${encodeURIComponent(chfId)}/billings`}>
      {chfId}
    </Anchor>
  )
}

function PaymentLink({ transaction: { payment_id: id, payment_number: number } }: { transaction: TransactionDetail }) {
  const mayOpen = usePermission('VIEW_CHF_REPORT')
  if (id === null || !mayOpen) return <>{number}</>
  return (
    <Anchor component={Link} to={`/payments/${encodeURIComponent(id)}`}>
      {number}
    </Anchor>
  )
}

function InvoiceLink({ transaction: { invoice_id: id, invoice_number: number } }: { transaction: TransactionDetail }) {
  const { permissions } = useUser()
  const to = id === null ? undefined : addressOf({ kind: 'invoice', id }, permissions)
  if (to === undefined) return <>{number}</>
  return (
    <Anchor component={Link} to={to}>
      {number}
    </Anchor>
  )
}

function Shares({ transaction }: { transaction: TransactionDetail }) {
  return (
    <Panel title="Shares">
      <Facts
        items={[
          { name: 'Hospital share', value: <Money naira={transaction.coe_share} /> },
          { name: 'Bank share', value: <Money naira={transaction.bank_share} /> },
          { name: 'Manufacturer/distributor share', value: <Money naira={transaction.manufacturer_share} /> },
          { name: 'EMGE share', value: <Money naira={transaction.emge_share} /> },
        ]}
      />
    </Panel>
  )
}
