import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import * as postgres from '#commands/postgres.ts'

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184
const NUMERIC = 1700
const UTC_TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/

/** What stands in a column is nothing that the portal ever writes there, and no process can read it back. */
export class UnreadableCell extends RangeError {
  constructor(what: string) {
    super(what)
    this.name = 'UnreadableCell'
  }
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new UnreadableCell(`${text} is not a safe integer`)
  return value
}

/** `2026-03-02 09:00:00.12+00` to ISO with milliseconds. */
function isoTime(text: string): string {
  const [, day, time, fraction = ''] = UTC_TIME.exec(text) ?? []
  if (day === undefined) throw new UnreadableCell(`${text} is no time in UTC: the session's TimeZone must be UTC`)
  return `${day}T${time}.${fraction.padEnd(3, '0')}Z`
}

const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [INT8, safeInteger],
  [DATE, (text) => text],
  [TIMESTAMPTZ, isoTime],
  [NUMERIC, BigInt],
])

/**
 * How read models are read: int8 as a checked safe integer, date as YYYY-MM-DD, timestamptz as ISO with milliseconds,
 * a sum (numeric, whole) as a bigint, the rest as pg does. Needs the session's TimeZone to be UTC, as it is for all connections.
 */
export const readModelTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    const parser = parsers.get(oid)
    if (parser !== undefined && format !== 'binary') return parser
    return pg.types.getTypeParser(oid, format)
  },
}

const typed = (connecting: postgres.Connecting): postgres.Connecting => ({ ...connecting, types: readModelTypes })

/** A connection to read models, not yet made: with the types above. */
export function createClient(url: string, connecting: postgres.Connecting): pg.Client {
  return postgres.createClient(url, typed(connecting))
}

/** A pool to read models: with the types above. */
export function createPool(url: string, { max, ...connecting }: postgres.Connecting & { max: number }): pg.Pool {
  return postgres.createPool(url, { ...typed(connecting), max })
}

/** Typed SQL over a pool; `db.destroy()` ends the pool. */
export function createDb<DB>(pool: pg.Pool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

const FAULT_OF_THE_ROWS = /^(0A|21|22|23|42|54|P0)/

/** Whether Postgres refused what it was given, rather than being away, busy or short of something. */
export const isRowsFault = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && FAULT_OF_THE_ROWS.test(error.code ?? '')

/** Whether it is what stands in the tables of a read model, or is to be written there, and not the database or the log. */
export const isTablesFault = (error: unknown): boolean => isRowsFault(error) || error instanceof UnreadableCell
