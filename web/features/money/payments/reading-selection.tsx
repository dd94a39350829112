import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TransactionRow } from '#api/money/contracts/transaction.ts'
import type { Params } from '#web/shell/params.ts'
import type { Whole } from '#web/ui/data-grid/grid-props.ts'
import { gridRowsQuery } from '#web/ui/data-grid/grid-rows.ts'
import { Reading } from '#web/features/money/transactions/reading.tsx'
import { CONSOLIDATED } from './payments-api.ts'

type ReadingSelectionProps = {
  /** The rows that were ticked, or all that the filter lets through. */
  readonly of: readonly TransactionRow[] | Whole
  readonly filter: Params
  readonly onClose: () => void
  readonly actions: ReactNode
}

/** Reads a selection of the consolidated list one after the other, whether its rows are loaded or not. */
export function ReadingSelection({ of, filter, ...rest }: ReadingSelectionProps) {
  if ('total' in of) return <ReadingAll whole={of} filter={filter} {...rest} />
  return <Reading ids={of.map(({ id }) => id)} {...rest} />
}

type ReadingAllProps = Omit<ReadingSelectionProps, 'of'> & { readonly whole: Whole }

/** All that matches, page by page as the server lists it: as of the position at which it was counted, so that it stays so. */
function ReadingAll({ whole: { total, position }, filter, ...rest }: ReadingAllProps) {
  const source = { path: CONSOLIDATED, params: { ...filter, as_of: undefined, as_of_position: position } }
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    gridRowsQuery<TransactionRow>(source),
  )
  const ids = data?.pages.flatMap((page) => page.data.data.map(({ id }) => id)) ?? []
  const fetch = () => {
    if (!isFetching) void (hasNextPage ? fetchNextPage() : refetch())
  }
  return <Reading ids={ids} more={{ total, fetch, error }} {...rest} />
}
