import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Position } from '#commands/log/event-log.ts'
import { endOfLagosDay, lagosDay } from '#domain/kernel/dates.ts'
import { VALID_FROM, VALID_TO } from './engine/definition.ts'
import { quoted, servingTables } from './engine/table-sql.ts'
import { logClock } from './log-clock/log-clock.ts'
import type { AnyReadModel, ReadModel } from './read-model.ts'

/** What cannot be answered for the past is refused, never answered with other data (architecture.md, As of). */
export class AsOfRefused extends Error {
  /** The log ends before it; the model keeps no past; the read models are not there yet (asking again later helps). */
  readonly reason: 'beyond_log' | 'not_temporal' | 'not_yet'
  constructor(reason: AsOfRefused['reason'], message: string) {
    super(message)
    this.name = 'AsOfRefused'
    this.reason = reason
  }
}

/** Behind every position: until when a row of the present stands. */
const STANDS = sql.lit('9223372036854775807')

/**
 * What to select from for a model's rows as of a position, in place of its table (give it an alias); the table itself
 * for now. Throws `AsOfRefused` for the past of a model that is not temporal. The columns are the model's.
 */
export function asOfTable<R extends object>(
  model: Pick<ReadModel<R>, 'name' | 'columns' | 'temporal' | 'unchanging' | 'on'>,
  position: Position | undefined,
): RawBuilder<R> {
  const { live, history } = servingTables(model.name)
  if (position === undefined) return sql<R>`${sql.table(live)}`
  if (model.unchanging !== undefined)
    return sql<R>`(select * from ${sql.table(live)} where ${sql.ref(model.unchanging)} <= ${position})`
  if (model.temporal !== true) throw new AsOfRefused('not_temporal', `${model.name} keeps no past`)
  const columns = sql.raw(Object.keys(model.columns).map(quoted).join(', '))
  // The conditions stand outside of the union: with conditions inside, the planner would not read it by the indexes'
  // order, and a page of a long list would sort all of it.
  return sql<R>`(
    select ${columns} from (
      select ${columns}, ${sql.ref(VALID_FROM)}, ${STANDS}::bigint as ${sql.ref(VALID_TO)} from ${sql.table(live)}
      union all
      select ${columns}, ${sql.ref(VALID_FROM)}, ${sql.ref(VALID_TO)} from ${sql.table(history)}) every_version
     where ${sql.ref(VALID_FROM)} <= ${position} and ${sql.ref(VALID_TO)} > ${position})`
}

/**
 * What a column of one row held as of a position that the statement itself gives, as SQL: two look-ups by the key's one
 * column, however many versions the row has had. Null where there was no row.
 */
export function valueAsOf(
  { name, key }: Pick<AnyReadModel, 'name' | 'key'>,
  column: string,
  { row, position }: { readonly row: RawBuilder<unknown>; readonly position: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { live, history } = servingTables(name)
  const versionOf = (alias: string) =>
    sql`${sql.ref(`${alias}.${key.join()}`)} = ${row} and ${sql.ref(`${alias}.${VALID_FROM}`)} <= ${position}`
  return sql`coalesce(
      (select ${sql.ref(`b.${column}`)} from ${sql.table(live)} b where ${versionOf('b')}),
      (select ${sql.ref(`h.${column}`)} from ${sql.table(history)} h
        where ${versionOf('h')} order by ${sql.ref(`h.${VALID_FROM}`)} desc limit 1))`
}

const DAY = /^\d{4}-\d\d-\d\d$/

/**
 * The last position that was recorded by the end of a Lagos day (YYYY-MM-DD), or by the end of an instant's second
 * (ISO, UTC); 0 when nothing was. `head` is the log's, taken before: throws `AsOfRefused` (`not_yet`) while the clock
 * is behind it and what it does not know yet could belong to the answer. RangeError for what is no time.
 */
export async function positionAt(db: QueryExecutorProvider, recorded: string, head: Position): Promise<Position> {
  const end = DAY.test(recorded) ? endOfLagosDay(recorded) : endOfSecond(recorded)
  const clock = sql.table(logClock.name)
  const { rows } = await sql<{ position: number | null; later: boolean; known: number | null }>`
    select (select position from ${clock} where second < ${end}::timestamptz order by second desc limit 1) as position,
           exists (select from ${clock} where second >= ${end}::timestamptz) as later,
           (select position from read_model where name = ${logClock.name}) as known`.execute(db)
  const [row] = rows
  if (row === undefined || row.known === null) throw new Error('The log clock has no table: no runner drives it')
  if (!row.later && row.known < head) throw new AsOfRefused('not_yet', 'The log clock has not caught up')
  return row.position ?? 0
}

/** The Lagos day (YYYY-MM-DD) on which a position was recorded; undefined before the first event. */
export async function recordedDay(db: QueryExecutorProvider, position: Position): Promise<string | undefined> {
  const second = position === 0 ? undefined : await recordedSecond(db, position)
  return second === undefined ? undefined : lagosDay(second)
}

/** The second (ISO, UTC) in which a position was recorded; undefined before the first event, or where the clock stands. */
export async function recordedSecond(db: QueryExecutorProvider, position: Position): Promise<string | undefined> {
  const { rows } = await sql<{ second: string }>`
    select second from ${sql.table(logClock.name)} where position >= ${position} order by position limit 1`.execute(db)
  return rows[0]?.second
}

function endOfSecond(instant: string): string {
  const time = Date.parse(instant)
  if (Number.isNaN(time)) throw new RangeError(`${instant} is not a time`)
  return new Date((Math.floor(time / 1000) + 1) * 1000).toISOString()
}

/** How far all of these read models have come: what 'now' means for an answer that shows them. */
export async function modelsPosition(client: pg.ClientBase | pg.Pool, models: readonly string[]): Promise<Position> {
  const { rows } = await client.query<{ position: string | number | null; known: string | number }>(
    'select min(position) as position, count(*) as known from read_model where name = any($1)',
    [models],
  )
  const [row] = rows
  if (row?.position === null || row?.position === undefined || Number(row.known) !== new Set(models).size) {
    throw new Error(`Not all of these read models exist: ${models.join(', ')}`)
  }
  return Number(row.position)
}

/** Throws `AsOfRefused` unless the log reaches `position` and these read models have come that far. */
export async function mustReach(
  client: pg.ClientBase | pg.Pool,
  models: readonly string[],
  position: Position,
  head: Position,
): Promise<void> {
  if (position > head) throw new AsOfRefused('beyond_log', `The log ends at ${head}`)
  const reached = await modelsPosition(client, models)
  if (position > reached) throw new AsOfRefused('not_yet', `${models.join(', ')} have only come to ${reached}`)
}

const tablesOf = (models: readonly AnyReadModel[]) =>
  models
    .flatMap(({ name, temporal }) => {
      const { live, history } = servingTables(name)
      return temporal === true ? [live, history] : [live]
    })
    .sort()

/**
 * Keeps these models' tables from being exchanged by a rebuild until the transaction ends. First in it: a snapshot that
 * is taken before finds the new tables empty.
 */
export async function holdTables(db: QueryExecutorProvider, models: readonly AnyReadModel[]): Promise<void> {
  await sql`lock table ${sql.join(tablesOf(models).map((name) => sql.table(name)))} in access share mode`.execute(db)
}

/**
 * Begins a read-only transaction in which every statement sees the same rows of these models, whose tables no rebuild
 * can exchange meanwhile: they are locked before the snapshot is taken. Answers how far the models have come in it.
 * End it with commit or rollback.
 */
export async function beginSnapshot(client: pg.ClientBase, models: readonly AnyReadModel[]): Promise<Position> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(`lock table ${tablesOf(models).map(quoted).join(', ')} in access share mode`)
  return modelsPosition(
    client,
    models.map(({ name }) => name),
  )
}
