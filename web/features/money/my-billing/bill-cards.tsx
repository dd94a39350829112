import { Skeleton } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { TransactionRow } from '#api/money/contracts/transaction.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Money } from '#web/ui/money.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { plainStatus, treatedBy } from './plain-bill.ts'
import styles from './my-billing.module.css'

/** Bills as cards, one below the other; each leads to its own page. */
export function BillCards({ bills }: { bills: readonly TransactionRow[] }) {
  return (
    <ul className={styles['cards']} aria-label="Bills">
      {bills.map((bill) => (
        <li key={bill.id}>
          <Link to={`/users/billing_history/${encodeURIComponent(bill.id)}`} className={styles['card'] ?? ''}>
            <span className={styles['between']}>
              <DateText value={bill.created_at} />
              <StatusChip {...plainStatus(bill.status)} />
            </span>
            <strong>{bill.item}</strong>
            <span>{bill.coe.coe_name}</span>
            <span>Treated by {treatedBy(bill)}</span>
            <span className={styles['between']}>
              <span>{bill.transaction_id}</span>
              <strong className={styles['amount']}>
                <Money naira={bill.total} />
              </strong>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** In the shape of the cards that come. */
export function BillCardsSkeleton({ count }: { count: number }) {
  return (
    <div className={styles['cards']} role="status" aria-label="Loading your bills">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height={168} />
      ))}
    </div>
  )
}
