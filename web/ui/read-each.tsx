import { Button, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { SidePanel } from '#web/ui/dialog.tsx'
import { ErrorState } from './error-state.tsx'
import styles from './read-each.module.css'
import { useReturnFocus } from './use-return-focus.ts'

type ReadEachProps<T> = {
  /** What each is: 'transaction'. */
  readonly kind: string
  /** Those to read, in their order, as far as they are known. */
  readonly ids: readonly string[]
  readonly query: (id: string) => UseQueryOptions<T, Error, T, string[]>
  readonly children: (record: T) => ReactNode
  /** Where there are more than are known: how many in all, and how more of them come to be known. */
  readonly more?: { readonly total: number; readonly fetch: () => void; readonly error: unknown } | undefined
  readonly onClose: () => void
  /** What may be done with them all, once they are read. */
  readonly actions?: ReactNode
}

/** The next page of a long selection is asked for when so few are left of it. */
const AHEAD = 10

/** A button at the end of its way stays where the focus is. */
const atEnd = (isEnd: boolean) => (isEnd ? { 'data-disabled': true, 'aria-disabled': true } : {})

/** Reads a selection of records one after the other, before one decides about them. */
export function ReadEach<T>({ kind, ids, query, children, more, onClose, actions }: ReadEachProps<T>) {
  useReturnFocus()
  const client = useQueryClient()
  const [place, setPlace] = useState(0)
  const id = ids[place]
  const { data, isPending, isError, error, refetch } = useQuery({ ...query(id ?? ''), enabled: id !== undefined })
  const total = more?.total ?? ids.length
  const next = ids[place + 1]
  const isLast = place + 1 >= total
  const isShort = ids.length < total && place + AHEAD >= ids.length && more?.error === null
  const fetchMore = more?.fetch
  useEffect(() => {
    if (isShort) fetchMore?.()
  }, [isShort, fetchMore])
  useEffect(() => {
    // The next one is there when it is asked for.
    if (next !== undefined) void client.prefetchQuery(query(next))
  }, [client, next, query])
  const go = (by: 1 | -1) => setPlace((now) => Math.min(Math.max(now + by, 0), total - 1))
  return (
    <SidePanel onClose={onClose} title="Read before you decide" size="min(900px, 100%)">
      <div className={styles['reading']}>
        <strong role="status">
          {(place + 1).toLocaleString('en-NG')} of {total.toLocaleString('en-NG')}
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
          {...atEnd(isLast)}
          onClick={() => go(1)}
        >
          Next
        </Button>
        {actions}
      </div>
      <div className={styles['read']}>
        {id === undefined && Boolean(more?.error) && <ErrorState error={more?.error} onRetry={() => fetchMore?.()} />}
        {isPending && !more?.error && <Skeleton height={320} role="status" aria-label={`Loading the ${kind}`} />}
        {isError && <ErrorState error={error} onRetry={() => refetch()} />}
        {data !== undefined && children(data)}
      </div>
    </SidePanel>
  )
}
