import { type Kysely, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { isRowsFault } from '#projections/postgres.ts'
import type { Database } from '#projections/read-models.ts'
import { hoursOf } from './hours.ts'
import { allOf, orderBy, readingOf, type Report, type ReportQuery, sortedBy, sortOf } from './report.ts'

/** A row by column id, with raw values: kobo, ISO instants, YYYY-MM-DD days. */
export type ReportRow = Readonly<Record<string, string | number | boolean | null>>

/** The cursor did not come from this list. */
export class BadCursor extends Error {}

const NO_PAGE = 'This page does not exist; start again from the first'

/** A page by key: as fast at ten million rows as at ten thousand. `next` is null on the last page. */
export async function pageOf<F>(
  db: Kysely<Database>,
  report: Report<F>,
  query: ReportQuery<F>,
): Promise<{ readonly rows: readonly ReportRow[]; readonly next: string | null }> {
  const { column, descending } = sortOf(report, query)
  const reading = readingOf(report, query)
  const conditions = [...reading.conditions]
  if (query.after !== undefined) {
    const [value, key] = readCursor(query.after)
    const compare = descending ? sql`<` : sql`>`
    conditions.push(sql`(${sortedBy(column)}, ${report.key}) ${compare} (${castFor(value, column.kind)}, ${key})`)
  }
  const page = sql<ReportRow & { cursor_value: string; cursor_key: string }>`
    select ${sql.join(report.columns.map(({ id, value }) => sql`${value} as ${sql.ref(id)}`))},
           ${sortedBy(column)}::text as cursor_value, ${report.key} as cursor_key
      from ${reading.from}
     where ${allOf(conditions)}
     order by ${orderBy(report, query)}
     limit ${query.limit + 1} offset ${query.skip ?? 0}`
  const { rows } = await page.execute(db).catch((error: unknown) => {
    // A cursor of our form whose value does not fit its column was never given by this list.
    throw query.after !== undefined && isRowsFault(error) ? new BadCursor(NO_PAGE) : error
  })
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  const more = rows.length > query.limit && last !== undefined
  return {
    rows: shown.map(({ cursor_value: _, cursor_key: __, ...row }) => row),
    next: more ? writeCursor(last.cursor_value, last.cursor_key) : null,
  }
}

/**
 * Of a whole filtered result: how many rows, and the sums of its total columns: counts, hundredths of hours, and kobo as
 * bigint. A naira that has gone through many accounts is in such a sum many times, so that it may leave the safe integers.
 */
export type ReportSums = { readonly total: number; readonly totals: Readonly<Record<string, number | bigint>> }

type SumsRow = Readonly<Record<string, number | bigint>>
type SumsQuery<F> = Pick<ReportQuery<F>, 'filter' | 'asOf'>

/** The sums of the present, or of a position. */
export async function totalsOf<F>(db: Kysely<Database>, report: Report<F>, query: SumsQuery<F>): Promise<ReportSums> {
  const { rows } = await sumsSql(report, query).execute(db)
  return sumsIn(rows)
}

/** The same on one connection: in the snapshot that it is in. `db` only compiles the statement. */
export async function totalsIn<F>(
  client: pg.ClientBase,
  db: Kysely<Database>,
  report: Report<F>,
  query: SumsQuery<F>,
): Promise<ReportSums> {
  const { sql: text, parameters } = sumsSql(report, query).compile(db)
  const { rows } = await client.query<SumsRow>(text, [...parameters])
  return sumsIn(rows)
}

function sumsSql<F>(report: Report<F>, query: SumsQuery<F>): RawBuilder<SumsRow> {
  const { from, conditions } = readingOf(report, query)
  const summed = report.columns.filter(({ total }) => total === true)
  const sums = summed.map(({ id, value, kind }) => {
    const type = kind === 'naira' ? sql`numeric` : sql`bigint`
    const summand = kind === 'hours' ? sql`${hoursOf(value)} * 100` : value
    return sql`, coalesce(sum(${summand}), 0)::${type} as ${sql.ref(id)}`
  })
  return sql<SumsRow>`
    select count(*)::bigint as row_count ${sums.length === 0 ? sql`` : sql.join(sums, sql``)}
      from ${from}
     where ${allOf(conditions)}`
}

function sumsIn([row]: readonly SumsRow[]): ReportSums {
  const { row_count: total = 0, ...totals } = row ?? {}
  return { total: Number(total), totals }
}

/** A cursor's value has gone through text; the comparison needs the column's type back. */
function castFor(value: string, kind: string): RawBuilder<unknown> {
  if (kind === 'naira' || kind === 'count' || kind === 'hours') return sql`${value}::bigint`
  if (kind === 'instant') return sql`${value}::timestamptz`
  if (kind === 'day') return sql`${value}::date`
  return sql`${value}`
}

function writeCursor(value: string, key: string): string {
  return Buffer.from(JSON.stringify([value, key])).toString('base64url')
}

function readCursor(cursor: string): readonly [string, string] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(parsed) && typeof parsed[0] === 'string' && typeof parsed[1] === 'string')
      return [parsed[0], parsed[1]]
  } catch {
    // falls through: not ours
  }
  throw new BadCursor(NO_PAGE)
}
