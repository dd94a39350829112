import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ZodType } from 'zod'
import type { ReportTotals } from '#api/contracts/report.ts'
import { api } from '#web/shell/api-client.ts'
import type { Params } from '#web/shell/params.ts'

/** A page by key, as every list of the API answers it (contracts/report.ts, reportPage). */
export type GridPage<Row> = { readonly data: { readonly data: readonly Row[]; readonly next: string | null } }

/**
 * Where a grid's rows come from: a list of the API, narrowed by `params`. Its totals are at `<path>/totals`, its export
 * at `<path>/csv`. Keep `params` to names that the list knows: the server refuses others.
 */
export type GridSource = {
  readonly path: string
  readonly params: Params
}

const PAGE_ROWS = 100
const PRINT_PAGE_ROWS = 1_000
const PRINT_PAGES = 20

/**
 * The rows of a list, page after page by key. They stay in the cache, so going back shows them where they were.
 */
export function gridRowsQuery<Row>({ path, params }: GridSource) {
  return infiniteQueryOptions({
    queryKey: [path, 'rows', params],
    queryFn: ({ pageParam, signal }) =>
      api.get<ZodType<GridPage<Row>>>(path, { params: { ...params, limit: PAGE_ROWS, after: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.data.next,
    placeholderData: (before) => before,
  })
}

/** How many rows the filter lets through in all, and their sums by column; the order does not matter to them. */
export function gridTotalsQuery({ path, params }: GridSource) {
  const unordered = { ...params, sort: undefined }
  return queryOptions({
    queryKey: [path, 'totals', unordered],
    queryFn: ({ signal }) => api.get<typeof ReportTotals>(`${path}/totals`, { params: unordered, signal }),
  })
}

/**
 * Everything that the filter lets through, for paper: rows and totals as of one log position, whatever happens while
 * they are fetched; `isCut` when it is more than paper can sensibly take.
 */
export async function allRows<Row>({ path, params }: GridSource, signal: AbortSignal) {
  const totalsOf = (asked: Params) =>
    api.get<typeof ReportTotals>(`${path}/totals`, { params: { ...asked, sort: undefined }, signal })
  const { position } = (await totalsOf(params)).data
  const read = { ...params, as_of: undefined, as_of_position: position }
  const totals = totalsOf(read)
  const rows: Row[] = []
  let after: string | null = ''
  for (let count = 0; after !== null && count < PRINT_PAGES; count += 1) {
    const page: GridPage<Row> = await api.get<ZodType<GridPage<Row>>>(path, {
      params: { ...read, limit: PRINT_PAGE_ROWS, after },
      signal,
    })
    rows.push(...page.data.data)
    after = page.data.next
  }
  return { rows, ...(await totals).data, isCut: after !== null }
}
