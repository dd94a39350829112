import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Detail } from '#web/ui/detail.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'

type RecordDetailProps<T> = {
  /** What kind of record it is. */
  readonly title: string
  readonly query: { readonly data: { readonly data: T } | undefined; readonly error: Error | null; refetch(): unknown }
  readonly children: (record: T) => ReactNode
}

/** The detail of one record that is read by a query of its own: until it is there, that; and what was in the way. */
export function RecordDetail<T>({ title, query: { data, error, refetch }, children }: RecordDetailProps<T>) {
  return (
    <Detail title={title}>
      {data === undefined && error === null && (
        <Skeleton height={240} role="status" aria-label={`Loading the ${title.toLowerCase()}`} />
      )}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => refetch()} />}
      {data !== undefined && children(data.data)}
    </Detail>
  )
}
