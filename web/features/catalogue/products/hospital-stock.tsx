import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductDetail } from '#api/catalogue/contracts/product.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { HistoryList } from '#web/ui/record/history-list.tsx'
import { stockQuery } from './products-api.ts'
import styles from './products.module.css'
import { quantityText } from './quantity-text.ts'

type HospitalStockProps = { readonly productId: string; readonly stock: ProductDetail['stock'][number] }

/** What one hospital has of a drug; opened, how it came to that. */
export function HospitalStock({ productId, stock }: HospitalStockProps) {
  const [isOpen, setOpen] = useState(false)
  const { coe_id: coeId, coe_name: hospital, quantity, changed_at: changedAt } = stock
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li>
      <UnstyledButton className={styles['hospital'] ?? ''} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Chevron size={16} aria-hidden />
        <span className={styles['name']}>{hospital}</span>
        <span className={styles['quantity']}>
          <strong>{quantityText(quantity)}</strong>
          <span className={styles['since']}>
            recorded <DateText value={changedAt} />
          </span>
        </span>
      </UnstyledButton>
      {isOpen && (
        <div className={styles['movements']}>
          <Movements productId={productId} coeId={coeId} />
        </div>
      )}
    </li>
  )
}

function Movements({ productId, coeId }: { productId: string; coeId: string }) {
  const { data, error, refetch } = useQuery(stockQuery(productId, coeId))
  if (data !== undefined) return <HistoryList entries={data.data.history} />
  if (error !== null) return <ErrorState error={error} onRetry={() => refetch()} />
  return <Skeleton height={120} role="status" aria-label="Loading the movements" />
}
