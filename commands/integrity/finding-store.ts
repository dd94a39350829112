import type pg from 'pg'
import type { Position } from '#commands/log/event-log.ts'
import { MOST_FINDINGS } from '#domain/integrity/events.ts'
import type { Finder, Finding } from './finding.ts'

/** What expected and found say may quote a whole row. */
const LONGEST_TEXT = 1_000

/** Adds findings, up to the thousandth, without those that are there. */
export async function keepFindings(pool: pg.Pool, findings: readonly Finding[]): Promise<void> {
  await pool.query(
    `insert into integrity_finding (id, position, through, stream, checked, expected, found, found_by, found_at)
     select t.* from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
                            $8::text[], $9::timestamptz[]) t
      limit greatest(0, ${MOST_FINDINGS} - (select count(*) from integrity_finding))
     on conflict (id) do nothing`,
    [
      findings.map(({ id }) => id),
      findings.map(({ position }) => position),
      findings.map(({ through }) => through ?? null),
      findings.map(({ stream }) => (stream === undefined ? null : storable(stream))),
      findings.map(({ check }) => storable(check)),
      findings.map(({ expected }) => storable(expected)),
      findings.map(({ found }) => storable(found)),
      findings.map(({ foundBy }) => foundBy),
      findings.map(({ foundAt }) => foundAt),
    ],
  )
}

/** All that are kept, in order of position. */
export async function readFindings(pool: pg.Pool): Promise<readonly Finding[]> {
  const { rows } = await pool.query<FindingRow>({
    name: 'integrity findings',
    text: `select id, position, through, stream, checked, expected, found, found_by, found_at
             from integrity_finding order by coalesce(through, position), position, id limit ${MOST_FINDINGS}`,
  })
  return rows.map(({ checked, through, stream, found_by: foundBy, found_at: foundAt, ...rest }) => ({
    ...{ ...rest, check: checked, foundBy, foundAt },
    ...(through === null ? {} : { through }),
    ...(stream === null ? {} : { stream }),
  }))
}

/** Takes out what was decided about: the decision, in the log, says what it was. */
export async function dropFindings(pool: pg.Pool, findings: readonly Pick<Finding, 'id'>[]): Promise<void> {
  await pool.query('delete from integrity_finding where id = any($1)', [findings.map(({ id }) => id)])
}

/** What was found may be anything: no NUL for Postgres, and a bounded length. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').slice(0, LONGEST_TEXT)

type FindingRow = {
  readonly id: string
  readonly position: Position
  readonly through: Position | null
  readonly stream: string | null
  readonly checked: string
  readonly expected: string
  readonly found: string
  readonly found_by: Finder
  readonly found_at: string
}
