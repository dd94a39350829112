import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ZodType } from 'zod'
import type { Page } from '../../../api/contracts/common.ts'
import { api, type Params } from '../../shell/api-client.ts'

/** Where a grid's rows come from: a paged list of the API, narrowed by `params`. */
export type GridSource<Row> = {
  readonly path: string
  readonly schema: ZodType<Page<Row>>
  readonly params: Params
}

const PAGE_ROWS = 100
const PRINT_PAGE_ROWS = 1_000
const PRINT_PAGES = 20

/**
 * The rows of a list, page after page by key. Its key begins with the path, so a command that changes the list
 * invalidates `[path]`. Rows stay in the cache, so going back shows them where they were.
 */
export function gridRowsQuery<Row>({ path, schema, params }: GridSource<Row>) {
  return infiniteQueryOptions({
    queryKey: [path, 'rows', params],
    queryFn: ({ pageParam, signal }) =>
      api.get(path, schema, { params: { ...params, limit: PAGE_ROWS, after: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.data.next,
    placeholderData: (before) => before,
  })
}

/** Everything that the filter lets through, for paper; `isCut` when it is more than paper can sensibly take. */
export async function allRows<Row>({ path, schema, params }: GridSource<Row>, signal: AbortSignal) {
  const rows: Row[] = []
  let after: string | null = ''
  let last: Page<Row> | undefined
  for (let count = 0; after !== null && count < PRINT_PAGES; count += 1) {
    last = await api.get(path, schema, { params: { ...params, limit: PRINT_PAGE_ROWS, after }, signal })
    rows.push(...last.data.data)
    after = last.data.next
  }
  return { rows, total: last?.data.total ?? 0, totals: last?.data.totals ?? {}, isCut: after !== null }
}
