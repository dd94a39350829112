import type { ReportListQuery } from '#api/contracts/report.ts'
import { invalid } from '#api/http-error.ts'

const DEFAULT_ROWS = 50
/** The most rows of one page, however many are asked for. */
const MOST_ROWS = 1_000
/** Skipping costs more the deeper it goes: beyond so many rows a list goes on by its cursor. */
const MOST_SKIPPED = 10_000

/** Which page of a list is asked for, by a cursor or by its number. */
export type PageAsked = {
  readonly limit: number
  readonly after?: string
  readonly skip: number
  /** Undefined behind a cursor. */
  readonly number: number | undefined
  /** Whether the answer is to count the whole result: whoever goes by numbers needs to know how far. */
  readonly isCounted: boolean
}

/** A page in our names or in the spec's (`per_page`, `page`, `is_paginate`), never two of them that differ. Throws 422. */
export function pageAsked(query: ReportListQuery): PageAsked {
  const { after, limit, per_page: perPage, page, is_paginate: isPaginate } = query
  if (limit !== undefined && perPage !== undefined && limit !== perPage)
    throw invalid('per_page', 'limit and per_page are one filter with two values')
  if (after !== undefined && page !== undefined) throw invalid('page', 'Give a page by its number or by its cursor')
  const isWhole = isPaginate === '0' || isPaginate === 'false'
  const rows = Math.min(limit ?? perPage ?? (isWhole ? MOST_ROWS : DEFAULT_ROWS), MOST_ROWS)
  const skip = ((page ?? 1) - 1) * rows
  if (skip + rows > MOST_SKIPPED && skip > 0)
    throw invalid(
      'page',
      `Pages have numbers up to ${MOST_SKIPPED} rows: go on by \`after\`, with the \`next\` of the last one`,
    )
  return {
    limit: rows,
    ...(after === undefined ? {} : { after }),
    skip,
    number: after === undefined ? (page ?? 1) : undefined,
    isCounted: page !== undefined || perPage !== undefined || isPaginate !== undefined,
  }
}

/** What a page knows of the whole: `rows` of it are shown, and whether more come. `count` is asked only when it must be. */
export async function pageKnows(
  { limit, skip, number, isCounted }: PageAsked,
  shown: { readonly rows: number; readonly isLast: boolean },
  count: () => Promise<number>,
) {
  // The last page by numbers ends the whole; an empty one may lie far behind its end.
  const isEnd = number !== undefined && shown.isLast && (shown.rows > 0 || skip === 0)
  const total = isEnd ? skip + shown.rows : isCounted ? await count() : null
  return {
    current_page: number ?? null,
    total,
    last_page: total === null ? null : Math.max(1, Math.ceil(total / limit)),
  }
}
