import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import type { OwnBill } from '#api/money/contracts/wallet.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Facts, Panel, Screen } from '#web/ui/screen.tsx'
import { ChainSteps } from '#web/ui/record/chain-steps.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { DocumentList } from '#web/features/money/transactions/document-list.tsx'
import { myBillQuery } from './my-billing-api.ts'
import { plainStatus, plainSteps, treatedBy, whatComesNext } from './plain-bill.ts'
import styles from './my-billing.module.css'

/** One bill of the signed-in patient: services or drugs, their totals, the physician's comment (spec, S031). */
export default function MyBillScreen() {
  const { id = '' } = useParams()
  const { data, isPending, isError, error, refetch } = useQuery(myBillQuery(id))
  return (
    <div className={styles['page']}>
      <Screen title={data === undefined ? 'Bill' : `Bill ${data.data.transaction_id}`}>
        {isPending && <Skeleton height={320} role="status" aria-label="Loading the bill" />}
        {isError && data === undefined && <ErrorState error={error} onRetry={() => refetch()} />}
        {data && <Bill bill={data.data} />}
        <Link to="/users/billing_history" className={styles['all'] ?? ''}>
          All my bills
        </Link>
      </Screen>
    </div>
  )
}

function Bill({ bill }: { bill: OwnBill }) {
  return (
    <>
      <div className={styles['between']}>
        <strong className={styles['total']}>
          <Money naira={bill.total} />
        </strong>
        <StatusChip {...plainStatus(bill.status)} />
      </div>
      <Facts
        items={[
          { name: 'Hospital', value: bill.coe.coe_name },
          { name: 'Date visited', value: <DateText value={bill.created_at} time /> },
          { name: 'Treated by', value: treatedBy(bill) },
        ]}
      />
      <Panel title="Progress">
        <ChainSteps steps={plainSteps(bill)} />
        <p className={styles['next']}>{whatComesNext(bill.status)}</p>
      </Panel>
      <Panel title={bill.is_drug ? 'Drugs' : 'Services'}>
        <Lines bill={bill} />
      </Panel>
      <Panel title="Physician Comment">
        <p className={styles['comment']}>{bill.comment?.comment ?? 'No Comment available'}</p>
      </Panel>
      <Panel title="Documents">
        <DocumentList documents={bill.documents} />
      </Panel>
    </>
  )
}

/** Each line with its cost and quantity, then the totals of both. */
function Lines({ bill: { transactions: lines, quantity, total } }: { bill: OwnBill }) {
  return (
    <ul className={styles['lines']}>
      {lines.map((line, index) => (
        <li key={index}>
          <span className={styles['line']}>{line.drug?.productName ?? line.service?.service_name}</span>
          {line.drug?.description && <small>{line.drug.description}</small>}
          <span className={styles['between']}>
            <span>
              {line.quantity.toLocaleString('en-NG')} x <Money naira={line.cost} />
            </span>
            <Money naira={line.total} />
          </span>
        </li>
      ))}
      <li>
        <strong className={styles['between']}>
          <span>Total, quantity {quantity.toLocaleString('en-NG')}</span>
          <Money naira={total} />
        </strong>
      </li>
    </ul>
  )
}
