import type pg from 'pg'
import type { LiveEventKeys } from '#commands/log/event-mac.ts'
import { MOST_FINDINGS } from '#domain/integrity/events.ts'
import { type Finding, LONGEST_TEXT } from './finding.ts'
import { COLUMNS, findingIn, type FindingRow, type ForeignRow, foreignOf, rowOf } from './finding-row.ts'

/** What the table has: what processes of the portal found, and what somebody wrote past them, which decides nothing. */
export type Kept = {
  /** In order of position: the first thousand. */
  readonly findings: readonly Finding[]
  /** The first thousand. */
  readonly foreign: readonly ForeignRow[]
}

const PAGE = 500
/** Of more than a process writes, the MAC does not hold. */
const LONGEST = { row: 20 * LONGEST_TEXT, other: LONGEST_TEXT + 1 }

/**
 * Adds findings, up to the thousandth, without those that are there. Whoever took the name of one before gives it up. What
 * could not be added, the caller does not find among those that are read.
 */
export async function keepFindings(pool: pg.Pool, keys: LiveEventKeys, findings: readonly Finding[]): Promise<void> {
  const there = await readAll(pool, keys)
  const room = Math.max(0, MOST_FINDINGS - there.findings.length)
  const known = new Set(there.findings.map(({ id }) => id))
  const added = findings.filter(({ id }) => !known.has(id)).slice(0, room)
  if (added.length === 0) return
  const ids = new Set(added.map(({ id }) => id))
  await dropForeign(
    pool,
    there.foreign.filter(({ id }) => ids.has(id)),
  )
  const rows = added.map((one) => rowOf(one, keys.current))
  await pool.query(
    `insert into integrity_finding (${COLUMNS.map((column) => `"${column}"`).join(', ')})
     select * from unnest($1::text[], $2::bigint[], $3::bigint[], ${COLUMNS.slice(3)
       .map((_, index) => `$${index + 4}::text[]`)
       .join(', ')})
     on conflict (id) do nothing`,
    COLUMNS.map((column) => rows.map((row) => row[column])),
  )
}

/**
 * All that is kept. Only what was written under one of the portal's keys is a finding, to the letter; what else stands there,
 * in whatever form, is passed over. Of that no more than a thousand rows stay.
 */
export async function readFindings(pool: pg.Pool, keys: LiveEventKeys): Promise<Kept> {
  const { findings, foreign } = await readAll(pool, keys)
  if (foreign.length > MOST_FINDINGS) await dropForeign(pool, foreign.slice(MOST_FINDINGS))
  return { findings: findings.slice(0, MOST_FINDINGS), foreign: foreign.slice(0, MOST_FINDINGS) }
}

async function readAll(pool: pg.Pool, keys: LiveEventKeys): Promise<Kept> {
  const findings: Finding[] = []
  const foreign: ForeignRow[] = []
  for (let page: readonly FindingRow[] = [], isFirst = true; isFirst || page.length === PAGE; isFirst = false) {
    page = await readPage(pool, page.at(-1)?.id)
    if (page.some(({ key_id: id }) => id !== null && keys.of(id) === undefined)) await keys.refresh()
    for (const row of page) {
      const finding = findingIn(row, keys)
      if (finding === undefined) foreign.push(foreignOf(row))
      else findings.push(finding)
    }
  }
  const endOf = ({ position, through = position }: Finding) => through
  findings.sort(
    (one, other) => endOf(one) - endOf(other) || one.position - other.position || (one.id < other.id ? -1 : 1),
  )
  return { findings, foreign }
}

/** Everything as text: no value of a column can be in the way of the others. */
const PAGE_AFTER = `select ${COLUMNS.map((column) =>
  column === 'id' ? 'id' : `left("${column}"::text, ${LONGEST[column === 'row' ? 'row' : 'other']}) as "${column}"`,
).join(', ')} from integrity_finding where id > $1 or $1 is null order by id limit ${PAGE}`

async function readPage(pool: pg.Pool, after: string | undefined): Promise<readonly FindingRow[]> {
  const { rows } = await pool.query<FindingRow>({
    ...{ name: 'integrity findings', text: PAGE_AFTER, values: [after ?? null] },
  })
  return rows
}

/** Takes out what was decided about: the decision, in the log, says what it was. */
export async function dropFindings(pool: pg.Pool, findings: readonly Pick<Finding, 'id'>[]): Promise<void> {
  await pool.query('delete from integrity_finding where id = any($1)', [findings.map(({ id }) => id)])
}

/** Takes out rows that no process wrote, as they were read: a finding that has come in the place of one stays. */
export async function dropForeign(pool: pg.Pool, rows: readonly ForeignRow[]): Promise<void> {
  if (rows.length === 0) return
  await pool.query(
    `delete from integrity_finding kept using unnest($1::text[], $2::text[]) as gone(id, mac)
      where kept.id = gone.id and left(kept.mac, ${LONGEST.other}) is not distinct from gone.mac`,
    [rows.map(({ id }) => id), rows.map(({ mac }) => mac)],
  )
}
