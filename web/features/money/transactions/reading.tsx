import { Button, Drawer, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { transactionQuery } from './transactions-api.ts'
import { TransactionRecord } from './transaction-record.tsx'
import styles from './transactions.module.css'

type ReadingProps = {
  /** The bills to read, in their order. */
  readonly ids: readonly string[]
  readonly onClose: () => void
  /** What may be done with them all, once they are read. */
  readonly actions?: ReactNode
}

/** A button at the end of its way stays where the focus is. */
const atEnd = (isEnd: boolean) => (isEnd ? { 'data-disabled': true, 'aria-disabled': true } : {})

/** Reads a selection of bills one after the other, with the documents of each, before one decides about them. */
export function Reading({ ids, onClose, actions }: ReadingProps) {
  useReturnFocus()
  const client = useQueryClient()
  const [place, setPlace] = useState(0)
  const id = ids[place] ?? ''
  const { data, isPending, isError, error, refetch } = useQuery(transactionQuery(id))
  const next = ids[place + 1]
  useEffect(() => {
    // The next one is there when it is asked for.
    if (next !== undefined) void client.prefetchQuery(transactionQuery(next))
  }, [client, next])
  const go = (by: 1 | -1) => setPlace((now) => Math.min(Math.max(now + by, 0), ids.length - 1))
  return (
    <Drawer opened onClose={onClose} title="Read before you decide" size="min(900px, 100%)">
      <div className={styles['reading']}>
        <strong role="status">
          {place + 1} of {ids.length.toLocaleString('en-NG')}
        </strong>
        <Button
          variant="default"
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          {...atEnd(place === 0)}
          onClick={() => go(-1)}
        >
          Previous
        </Button>
        <Button
          variant="default"
          rightSection={<IconChevronRight size={16} aria-hidden />}
          {...atEnd(next === undefined)}
          onClick={() => go(1)}
        >
          Next
        </Button>
        {actions}
      </div>
      <div className={styles['read']}>
        {isPending && <Skeleton height={320} role="status" aria-label="Loading the transaction" />}
        {isError && <ErrorState error={error} onRetry={() => refetch()} />}
        {data && <TransactionRecord transaction={data.data} />}
      </div>
    </Drawer>
  )
}
