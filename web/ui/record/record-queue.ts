import { type UseQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useOutletContext } from 'react-router-dom'
import { type GridSource, gridRowsQuery } from '#web/ui/data-grid/grid-rows.ts'

/** The list that stands under its opened record; the list's screen hands it on as the context of its `Outlet`. */
export type RecordQueue<Row = unknown> = {
  /** As the list's grid has it: it is not read twice. */
  readonly source: GridSource
  readonly rowId: (row: Row) => string
  /** What the reader can act on; the next record is one of those. Left out: every row. */
  readonly isReady?: (row: Row) => boolean
}

const NOWHERE: GridSource = { path: '', params: {} }

/**
 * Opens the next record of the list under an opened one; undefined where none is left. `query` reads one: the next is there
 * when it is asked for. A step takes a record off its list: then the one that stood behind it is next.
 */
export function useNextRecord<T>(
  id: string,
  query: (id: string) => UseQueryOptions<T, Error, T, string[]>,
): (() => void) | undefined {
  const queue = useOutletContext<RecordQueue | null | undefined>() ?? undefined
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const rows = useInfiniteQuery({ ...gridRowsQuery<unknown>(queue?.source ?? NOWHERE), enabled: queue !== undefined })
  const loaded = queue === undefined ? [] : (rows.data?.pages.flatMap((page) => page.data.data) ?? [])
  const all = loaded.map((row) => ({ id: queue?.rowId(row) ?? '', isReady: queue?.isReady?.(row) ?? true }))
  const place = all.findIndex((row) => row.id === id)
  const [seen, setSeen] = useState({ id: '', next: '' })
  const behind = seen.id === id && all.some((row) => row.id === seen.next) ? seen.next : undefined
  const next = (place === -1 ? behind : undefined) ?? nextOf(all, place, queue?.isReady !== undefined)
  if (place !== -1 && (seen.id !== id || seen.next !== (next ?? ''))) setSeen({ id, next: next ?? '' })
  const { hasNextPage, isFetching, fetchNextPage } = rows
  const isShort = place !== -1 && place === all.length - 1 && hasNextPage && !isFetching
  useEffect(() => {
    if (isShort) void fetchNextPage()
  }, [isShort, fetchNextPage])
  useEffect(() => {
    if (next !== undefined) void client.prefetchQuery(query(next))
  }, [client, next, query])
  if (next === undefined) return undefined
  // In the place of this one: Back leads to the list.
  const to = { pathname: pathname.replace(/[^/]+\/?$/, encodeURIComponent(next)), search }
  return () => void navigate(to, { replace: true, state: state as unknown })
}

/** Behind the place; where one acts, those that were passed over come again at the end. */
function nextOf(
  all: readonly { readonly id: string; readonly isReady: boolean }[],
  place: number,
  comesAgain: boolean,
): string | undefined {
  const ready = all.filter(({ isReady }, index) => isReady && index !== place)
  const behind = ready.find(({ id }) => all.findIndex((row) => row.id === id) > place)
  return (behind ?? (comesAgain ? ready[0] : undefined))?.id
}
