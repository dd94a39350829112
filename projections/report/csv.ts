import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams'
import type { Database } from '#projections/read-models.ts'
import { headingOf, isListed } from './field.ts'
import { hoursOf } from './hours.ts'
import { STATUS_LABELS } from '#domain/kernel/status-labels.ts'
import { allOf, orderBy, readingOf, type Report, type ReportColumn, type ReportQuery } from './report.ts'

/** The days and instants of a file: as the spec writes them alone, or in ISO 8601 beside it. */
export type CsvDates = 'as the spec' | 'and ISO'

/**
 * The CSV of a report's whole filtered result, streamed by Postgres itself (COPY): the screen's rows, columns and
 * order, RFC 4180, with a heading line; lines end with LF (`excelBytes` makes it a file for spreadsheets). `client` must
 * stay checked out until the stream ends; `rowCount` holds then.
 */
export function csvStream<F>(
  db: Kysely<Database>,
  client: pg.ClientBase,
  report: Report<F>,
  { dates, ...query }: Pick<ReportQuery<F>, 'filter' | 'sort' | 'asOf'> & { readonly dates: CsvDates },
): CopyToStreamQuery {
  const { from, conditions } = readingOf(report, query)
  const cells = report.columns.filter(isListed).flatMap((column) => {
    const iso = dates === 'and ISO' ? isoValue(column) : undefined
    const heading = headingOf(column)
    const cell = sql`${csvValue(column)} as ${sql.ref(heading)}`
    return iso === undefined ? [cell] : [cell, sql`${iso} as ${sql.ref(isoHeading(heading))}`]
  })
  const select = sql`
    select ${sql.join(cells)}
      from ${from}
     where ${allOf(conditions)}
     order by ${orderBy(report, query)}`.compile(db)
  return client.query(copyTo(`copy (${inlined(select)}) to stdout with (format csv, header)`))
}

/** The heading of the column in ISO 8601 beside one with days or instants. */
export const isoHeading = (heading: string) => `${heading} (ISO)`

/** A day or an instant of Lagos in ISO 8601; undefined for what is neither. */
function isoValue({ value, kind }: ReportColumn): RawBuilder<unknown> | undefined {
  if (kind === 'day') return sql`to_char(${value}, 'YYYY-MM-DD')`
  if (kind === 'instant') return sql`to_char(${value} at time zone 'Africa/Lagos', 'YYYY-MM-DD HH24:MI:SS')`
  return undefined
}

/** How a cell is written, as on the screen: statuses as their labels, money and counts as numbers, days as d-m-yyyy in Lagos, text and codes safe against formulas. */
function csvValue({ value, kind, words }: ReportColumn): RawBuilder<unknown> {
  if (words !== undefined) return inWords(value, words)
  switch (kind) {
    case 'naira':
      // As the screen: what is not yet an amount is 0.00 (spec, back-office 1).
      return sql`coalesce((${value})::numeric, 0) * 0.01`
    case 'count':
      return value
    case 'status':
      return statusLabel(value)
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

/** What a cell begins with that a spreadsheet would run as a formula, in full width too. */
export const FORMULA_STARTS: readonly string[] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r']
const STARTS = sql.join(FORMULA_STARTS.map((start) => sql.lit(start)))

/** A cell that a spreadsheet would run as a formula gets an apostrophe in front (design: reliability 2.6). */
const safe = (text: RawBuilder<unknown>) =>
  sql`case when left(${text}, 1) in (${STARTS}) then '''' || ${text} else ${text} end`

/** What people read instead of a value: the words are the report's own, and safe. */
function inWords(value: RawBuilder<unknown>, words: Readonly<Record<string, string>>): RawBuilder<unknown> {
  const whens = Object.entries(words).map(([one, word]) => sql`when ${sql.lit(one)} then ${sql.lit(word)}`)
  return sql`case ${value} ${sql.join(whens, sql` `)} else ${value} end`
}

const LABELS = sql.lit(JSON.stringify(STATUS_LABELS))

/** The label that screens show for a status (domain/kernel/status-labels.ts; web/ui/status.tsx). */
function statusLabel(value: RawBuilder<unknown>): RawBuilder<unknown> {
  const key = sql`regexp_replace(lower(${value}), '[[:space:]-]+', '_', 'g')`
  const own = sql`upper(replace(${value}, '_', ' '))`
  return sql`case when coalesce(${value}, '') = '' then ${sql.lit(STATUS_LABELS.none)} else coalesce(${LABELS}::jsonb ->> ${key}, ${own}) end`
}

/** COPY takes no parameters, so they are written into the statement as escaped literals. */
const inlined = ({ sql: text, parameters }: CompiledQuery): string =>
  text.replace(/\$(\d+)/g, (_, digits: string) => literal(parameters[Number(digits) - 1]))

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'boolean') return String(value)
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (typeof value === 'string') return pg.escapeLiteral(value)
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return `array[${value.map((one) => pg.escapeLiteral(one)).join(', ')}]::text[]`
  throw new TypeError(`A CSV cannot filter by a ${typeof value}`)
}
