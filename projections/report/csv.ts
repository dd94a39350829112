import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams'
import type { Database } from '#projections/read-models.ts'
import { isListed } from './field.ts'
import { hoursOf } from './hours.ts'
import { allOf, orderBy, readingOf, type Report, type ReportColumn, type ReportQuery } from './report.ts'

/**
 * The CSV of a report's whole filtered result, streamed by Postgres itself (COPY): the screen's rows, columns and
 * order, RFC 4180, with a heading line. `client` must stay checked out until the stream ends; `rowCount` holds then.
 */
export function csvStream<F>(
  db: Kysely<Database>,
  client: pg.ClientBase,
  report: Report<F>,
  query: Pick<ReportQuery<F>, 'filter' | 'sort' | 'asOf'>,
): CopyToStreamQuery {
  const { from, conditions } = readingOf(report, query)
  const shown = report.columns.filter(isListed)
  const columns = shown.map((column) => sql`${csvValue(column)} as ${sql.ref(column.heading)}`)
  const select = sql`
    select ${sql.join(columns)}
      from ${from}
     where ${allOf(conditions)}
     order by ${orderBy(report, query)}`.compile(db)
  return client.query(copyTo(`copy (${inlined(select)}) to stdout with (format csv, header)`))
}

/** How a cell is written: money and counts as numbers, days as d-m-yyyy in Lagos, text and codes safe against formulas. */
function csvValue({ value, kind, words }: ReportColumn): RawBuilder<unknown> {
  if (words !== undefined) return inWords(value, words)
  switch (kind) {
    case 'naira':
      // As the screen: what is not yet an amount is 0.00 (spec, back-office 1).
      return sql`coalesce((${value})::numeric, 0) * 0.01`
    case 'count':
    case 'status':
      return value
    case 'hours':
      return hoursOf(value)
    case 'day':
      return sql`to_char(${value}, 'FMDD-FMMM-YYYY')`
    case 'instant':
      return sql`to_char(${value} at time zone 'Africa/Lagos', 'FMDD-FMMM-YYYY HH24:MI')`
    case 'flag':
      return sql`case when ${value} then 'Yes' else 'No' end`
    case 'code':
      // A number, where it is one of a category; else somebody may have typed it.
      return safe(sql`(${value})::text`)
    case 'text':
      return safe(value)
  }
}

/** A cell that a spreadsheet would run as a formula gets an apostrophe in front (design: reliability 2.6). */
const safe = (text: RawBuilder<unknown>) =>
  sql`case when left(${text}, 1) in ('=', '+', '-', '@', chr(9), chr(13)) then '''' || ${text} else ${text} end`

/** What people read instead of a value: the words are the report's own, and safe. */
function inWords(value: RawBuilder<unknown>, words: Readonly<Record<string, string>>): RawBuilder<unknown> {
  const whens = Object.entries(words).map(([one, word]) => sql`when ${sql.lit(one)} then ${sql.lit(word)}`)
  return sql`case ${value} ${sql.join(whens, sql` `)} else ${value} end`
}

/** COPY takes no parameters, so they are written into the statement as escaped literals. */
function inlined({ sql: text, parameters }: CompiledQuery): string {
  return text.replace(/\$(\d+)/g, (_, digits: string) => {
    const value = parameters[Number(digits) - 1]
    if (value === null || value === undefined) return 'null'
    if (typeof value === 'number' && Number.isFinite(value)) return String(value)
    if (typeof value === 'boolean') return String(value)
    if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
    if (typeof value === 'string') return pg.escapeLiteral(value)
    throw new TypeError(`A CSV cannot filter by a ${typeof value}`)
  })
}
