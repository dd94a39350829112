import { type RawBuilder, sql } from 'kysely'
import { endOfLagosDay, startOfLagosDay } from '#domain/kernel/dates.ts'
import type { Position } from '#commands/log/event-log.ts'
import { type Moment, momentOf } from '#projections/moment.ts'
import type { ReadModelName } from '#projections/read-models.ts'
import type { Field, Fields } from './field.ts'

/** One column of a report: a field, and where its value comes from. */
export type ReportColumn = Field & {
  /** The name in the answer's rows, as the contract has it. */
  readonly id: string
  /** Trusted SQL over the report's tables. Naira are kobo here. Never null where it may be sorted by. */
  readonly value: RawBuilder<unknown>
  /** What it is sorted by where that is not its value: the folded key of a name. Never null. */
  readonly sortedBy?: RawBuilder<unknown> | undefined
}

/** The columns of a report's fields: every field needs its value, and no value is without its field. Names are sorted by their keys. */
export function columnsOf<F extends Fields>(
  fields: F,
  values: { readonly [K in keyof F]: RawBuilder<unknown> },
  keys: { readonly [K in keyof F]?: RawBuilder<unknown> } = {},
): readonly ReportColumn[] {
  return Object.entries(fields).map(([id, field]) => ({
    ...field,
    ...{ id, value: values[id as keyof F], sortedBy: keys[id as keyof F] },
  }))
}

type Order = { readonly column: string; readonly descending: boolean }

/** Which rows, in which order; what the screen's URL says. `after` is the cursor of the page before. */
export type ReportQuery<F> = {
  readonly filter: F
  readonly sort?: { readonly column: string; readonly descending: boolean }
  readonly after?: string
  readonly limit: number
  /** Rows left out before the page, of a page by its number. */
  readonly skip?: number
  /** As of a log position; now when left out. */
  readonly asOf?: Position
}

/**
 * A report over read models: one definition gives the grid's pages, its totals and its CSV, so that they show the same
 * rows, columns and order (screens.md, Anatomy of a list page); what it says of its columns are its fields.
 */
export type Report<F> = {
  readonly name: string
  readonly columns: readonly ReportColumn[]
  /** The tables and joins, of one moment; where rows are sums, of what the filter lets through. */
  readonly from: (moment: Moment, filter: F) => RawBuilder<unknown>
  /** The conditions of a filter, the caller's reach among them; of the same moment. */
  readonly where: (filter: F, moment: Moment) => readonly RawBuilder<unknown>[]
  /** A text column that is unique: every order ends with it, so that pages neither skip nor repeat. */
  readonly key: RawBuilder<unknown>
  readonly defaultSort: Order | ((filter: F) => Order)
  /** The names of the read models it shows: their positions are what 'now' means. */
  readonly models: readonly ReadModelName[]
}

/** What a report reads, as of a position (now when undefined): its tables and joins, and the conditions of a filter. */
export function readingOf<F>(report: Report<F>, { filter, asOf }: Pick<ReportQuery<F>, 'filter' | 'asOf'>) {
  const moment = momentOf(report.models, asOf)
  return { from: report.from(moment, filter), conditions: report.where(filter, moment) }
}

/** The conditions of a period of Lagos days (YYYY-MM-DD, both included) on a column with a moment. */
export function inPeriod(
  moment: RawBuilder<unknown>,
  { startDate, endDate }: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
): readonly RawBuilder<unknown>[] {
  return [
    ...(startDate === undefined ? [] : [sql`${moment} >= ${startOfLagosDay(startDate)}::timestamptz`]),
    ...(endDate === undefined ? [] : [sql`${moment} < ${endOfLagosDay(endDate)}::timestamptz`]),
  ]
}

/** `true` when there is no condition. */
export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

/** Whether a list can be asked for this order. */
export function isSortable<F>(report: Report<F>, column: string): boolean {
  return report.columns.some(({ id, sortable }) => sortable === true && id === column)
}

/** The column that a query sorts by; the report's own when it asks for none, or for one that cannot be sorted by. */
export function sortOf<F>(report: Report<F>, query: Pick<ReportQuery<F>, 'sort' | 'filter'>) {
  const wanted = report.columns.find(({ id, sortable }) => sortable === true && id === query.sort?.column)
  if (wanted !== undefined && query.sort !== undefined) return { column: wanted, descending: query.sort.descending }
  const { defaultSort } = report
  const usual = typeof defaultSort === 'function' ? defaultSort(query.filter) : defaultSort
  const own = report.columns.find(({ id }) => id === usual.column)
  if (own === undefined) throw new Error(`Report ${report.name} has no column ${usual.column}`)
  return { column: own, descending: usual.descending }
}

/** What a column is sorted by. */
export const sortedBy = (column: ReportColumn): RawBuilder<unknown> => column.sortedBy ?? column.value

/** The order of a query: its column, then the key. */
export function orderBy<F>(report: Report<F>, query: Pick<ReportQuery<F>, 'sort' | 'filter'>): RawBuilder<unknown> {
  const { column, descending } = sortOf(report, query)
  const direction = descending ? sql`desc` : sql`asc`
  return sql`${sortedBy(column)} ${direction}, ${report.key} ${direction}`
}
