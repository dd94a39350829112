import { hash } from 'node:crypto'
import type pg from 'pg'
import type { Difference } from '#commands/log/verify/difference.ts'
import { guardFacts } from './guard-facts.ts'
import { LARGEST_EVENT } from './rows.ts'

type Asked = Pick<pg.Pool, 'query'>

/** A function that holds the log's table. */
export type GuardFunction = {
  readonly name: string
  /** The types that it takes, as Postgres writes them. */
  readonly takes: string
  /** Its whole definition. */
  readonly text: string
  /** How it runs, beside its language: as whom, and under which settings. */
  readonly runs: readonly string[]
}

/** What stands between the dollars of a function's definition, of which Postgres keeps every letter. */
const bodyOf = (definition: string): string => hash('sha256', definition.split('$$')[1] ?? '')

const bounds = (column: string, bytes: number) => `(octet_length(${column}) <= ${bytes})`

/** The constraints of the log's tables, as Postgres writes them. */
export const LOG_CONSTRAINTS = [
  { table: 'event_log', name: 'event_log_pkey', is: 'PRIMARY KEY ("position")' },
  { table: 'event_log', name: 'event_log_place', is: 'UNIQUE (stream, revision)' },
  { table: 'event_log', name: 'event_log_id', is: 'UNIQUE (id)' },
  {
    ...{ table: 'event_log', name: 'event_log_size' },
    is: `CHECK ((${[bounds('data', LARGEST_EVENT), bounds('meta', 65_536), bounds('stream', 1_024), bounds('type', 1_024)].join(' AND ')}))`,
  },
  { table: 'event_log', name: 'event_log_revision_check', is: 'CHECK ((revision >= 0))' },
  { table: 'event_log_head', name: 'event_log_head_pkey', is: 'PRIMARY KEY (only_row)' },
  { table: 'event_log_head', name: 'event_log_head_only_row_check', is: 'CHECK (only_row)' },
] as const

/** What the log's table is held by, in the database's own words for it. */
const expectedGuards = (functions: readonly GuardFunction[]): ReadonlyMap<string, string> =>
  new Map([
    ['table event_log', 'a table'],
    ['table event_log_head', 'a table'],
    ['column event_log.position', 'bigint, not null'],
    ['column event_log.stream', 'text, collate C, not null'],
    ['column event_log.revision', 'integer, not null'],
    ['column event_log.id', 'uuid, not null'],
    ['column event_log.type', 'text, collate C, not null'],
    ['column event_log.data', 'text, collate C, not null'],
    ['column event_log.meta', 'text, collate C, not null'],
    ['column event_log.recorded_at', 'timestamp(3) with time zone, not null'],
    ['column event_log_head.only_row', 'boolean, not null'],
    ['column event_log_head.position', 'bigint, not null'],
    ['column event_log_head.recorded_at', 'timestamp(3) with time zone, not null'],
    ...LOG_CONSTRAINTS.map(({ name, is }): [string, string] => [`constraint ${name}`, is]),
    ['trigger event_log_no_change', 'before update, delete, truncate: public.event_log_refuse_change'],
    ['trigger event_log_head_stays', 'before delete, truncate: public.event_log_refuse_change'],
    ...functions.map(({ name, takes, text, runs }): [string, string] => [
      `function ${name}(${takes})`,
      [bodyOf(text), 'plpgsql', ...runs].join('; '),
    ]),
  ])

/**
 * What of the tables, constraints, triggers, functions and rights that hold the log's table is not as this portal made it: none of
 * them is needed to find a forgery, and each keeps one out, and the portal's own processes from writing one revision twice. So is
 * whatever stands between the portal's other tables and who asks: row security, rules, triggers, views, and functions under the
 * names of Postgres' own. Nothing where there is no table yet. `appRole`: whose rights count; who connects when left out.
 */
export async function findLostGuards(
  client: Asked,
  functions: readonly GuardFunction[],
  appRole?: string,
): Promise<readonly Difference[]> {
  const there = await client.query<{ is: boolean; models: boolean }>(
    `select to_regclass('public.event_log') is not null as is,
            coalesce(has_table_privilege(to_regclass('public.read_model'), 'select'), false) as models`,
  )
  const [{ is, models } = { is: false, models: false }] = there.rows
  if (!is) return []
  const heads = await client.query<{ position: string }>(
    'select min(position)::text as position from only public.event_log_head',
  )
  const position = Number(heads.rows[0]?.position ?? 0)
  const asked = [functions.map(({ name }) => name), appRole ?? null]
  const { rows } = await client.query<{ name: string; is: string }>(guardFacts(models), asked)
  const wanted = expectedGuards(functions)
  const found = new Map<string, string>()
  for (const { name, is: stands } of rows)
    found.set(name, found.has(name) ? `${found.get(name)} and ${stands}` : stands)
  return [...new Set([...wanted.keys(), ...found.keys()])].flatMap((key) => {
    const [expected, stands] = [wanted.get(key) ?? 'none', found.get(key) ?? 'none']
    if (expected === stands) return []
    return [{ position, row: { table: 'event_log', key }, check: 'guard of the log', expected, found: stands }]
  })
}
