import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../read-models.ts'
import { allOf, orderBy, type Report, type ReportQuery, sortOf } from './report.ts'

/** A row by column id, with raw values: kobo, ISO instants, YYYY-MM-DD days. */
export type ReportRow = Readonly<Record<string, string | number | boolean | null>>

/** The cursor did not come from this list. */
export class BadCursor extends Error {}

/** A page by key: as fast at ten million rows as at ten thousand. `next` is null on the last page. */
export async function pageOf<F>(
  db: Kysely<Database>,
  report: Report<F>,
  query: ReportQuery<F>,
): Promise<{ readonly rows: readonly ReportRow[]; readonly next: string | null }> {
  const { column, descending } = sortOf(report, query)
  const conditions = [...report.where(query.filter)]
  if (query.after !== undefined) {
    const [value, key] = readCursor(query.after)
    const compare = descending ? sql`<` : sql`>`
    conditions.push(sql`(${column.value}, ${report.key}) ${compare} (${castFor(value, column.kind)}, ${key})`)
  }
  const { rows } = await sql<ReportRow & { cursor_value: string; cursor_key: string }>`
    select ${sql.join(report.columns.map(({ id, value }) => sql`${value} as ${sql.ref(id)}`))},
           ${column.value}::text as cursor_value, ${report.key} as cursor_key
      from ${report.from(query.asOf)}
     where ${allOf(conditions)}
     order by ${orderBy(report, query)}
     limit ${query.limit + 1}`.execute(db)
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  const more = rows.length > query.limit && last !== undefined
  return {
    rows: shown.map(({ cursor_value: _, cursor_key: __, ...row }) => row),
    next: more ? writeCursor(last.cursor_value, last.cursor_key) : null,
  }
}

/** How many rows the whole filtered result has, and the sums of its total columns (kobo, or counts). */
export async function totalsOf<F>(
  db: Kysely<Database>,
  report: Report<F>,
  query: Pick<ReportQuery<F>, 'filter' | 'asOf'>,
): Promise<{ readonly total: number; readonly totals: Readonly<Record<string, number>> }> {
  const summed = report.columns.filter(({ total }) => total === true)
  const sums = summed.map(({ id, value }) => sql`, coalesce(sum(${value}), 0)::bigint as ${sql.ref(id)}`)
  const { rows } = await sql<Record<string, number>>`
    select count(*)::bigint as row_count ${sql.join(sums, sql``)}
      from ${report.from(query.asOf)}
     where ${allOf(report.where(query.filter))}`.execute(db)
  const { row_count: total = 0, ...totals } = rows[0] ?? {}
  return { total, totals }
}

/** A cursor's value has gone through text; the comparison needs the column's type back. */
function castFor(value: string, kind: string): RawBuilder<unknown> {
  if (kind === 'naira' || kind === 'count') return sql`${value}::bigint`
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
  throw new BadCursor('This page does not exist; start again from the first')
}
