import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { type LiveDecisions, NEVER_DECIDED } from '#commands/log/decisions.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { createMemoryLog } from '#commands/log/memory/log.ts'
import { createSupervisor } from '#commands/supervise.ts'
import { historyColumns, liveColumns, quoted, servingTables } from '#projections/engine/table-sql.ts'
import { define } from '#projections/engine/definition.ts'
import { migrate } from '#projections/migrations/migrate.ts'
import { createPool } from '#projections/postgres.ts'
import type { AnyReadModel } from '#projections/read-model.ts'
import { createReadModelRunner, type RunnerOptions } from '#projections/runner.ts'
import { askDatabase } from '#tests/support/ask-database.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { type TallyEvent, tallyEvents } from './tallies.ts'
import { testSecrets } from '#tests/support/test-secrets.ts'

/** The codec at a log's edge, for tallies. */
export const tallyLog = (log: EventLog, decisions: LiveDecisions = NEVER_DECIDED): DomainLog => {
  const keys = createMemoryKeys()
  return createDomainLog(log, createCodec(tallyEvents, keys, testSecrets()), keys, { decisions })
}

/** A migrated database with a pool of the app's, both gone when the test ends. */
export async function engineDatabase() {
  const database = await freshDatabase()
  await migrate(database.ownerUrl, new URL(database.appUrl).username)
  const pool = createPool(database.appUrl, { name: 'test', patience: 'call', max: 10 })
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })
  return { ...database, pool, asOwner: (text: string) => askDatabase(database.ownerUrl, (owner) => owner.query(text)) }
}
export type EngineDatabase = Awaited<ReturnType<typeof engineDatabase>>

/** A log of tallies in memory. `say` appends to its one stream and gives the log's head. */
export function talliesInMemory(now: () => Date = () => new Date('2026-03-02T09:00:00.000Z')) {
  const log = tallyLog(createMemoryLog({ now }))
  return { log, say: createSay(log) }
}

export function createSay(log: DomainLog, stream = 'tally-all') {
  let head = { revision: -1, hash: '' }
  let commands = 0
  return async (...events: readonly TallyEvent[]): Promise<number> => {
    commands += 1
    const origin = { roles: [], permission: 'none', correlationId: 'test' }
    const command = {
      type: 'Say',
      id: `${stream} ${commands}`,
      by: 'tester',
      at: '2026-03-02T09:00:00.000Z',
      data: {},
      origin,
    }
    const appended = await log.append(stream, head, events, command)
    head = appended.head
    return appended.position
  }
}

/** Runs a runner until the test ends, or until it is stopped. */
export function running(
  database: Pick<EngineDatabase, 'appUrl' | 'ownerUrl'>,
  options: Omit<RunnerOptions, 'appUrl' | 'ownerUrl'>,
) {
  const { appUrl, ownerUrl } = database
  const report = (message: string, error?: unknown) => options.report?.(message, error)
  const { supervise, close } = createSupervisor({ report, now: Date.now, firstPause: 2, longestPause: 50 })
  const runner = createReadModelRunner({ appUrl, ownerUrl, lookEvery: 20, ...options })
  supervise('read models', runner.drive)
  supervise('builder', runner.build)
  onTestFinished(close)
  return { stop: close }
}

export async function positionsOf(pool: pg.Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ name: string; position: number }>('select name, position from read_model')
  return new Map(rows.map(({ name, position }) => [name, position]))
}

/** Until a condition holds; the test's own time limit is the limit. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Until every one of these models has come to a position. */
export const untilAt = (
  pool: pg.Pool,
  models: readonly Pick<AnyReadModel, 'name'>[],
  position: number,
): Promise<void> =>
  until(async () => {
    const positions = await positionsOf(pool).catch(() => new Map<string, number>())
    return models.every(({ name }) => (positions.get(name) ?? -1) >= position)
  })

/** Every row of every table of these models, past versions included, in the order of their keys. */
export async function dump(pool: pg.Pool, models: readonly AnyReadModel[]): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {}
  for (const model of models) {
    const definition = define(model)
    const { live, history } = servingTables(model.name)
    const select = async (table: string, columns: readonly { name: string }[], order: readonly string[]) => {
      const list = columns.map(({ name }) => quoted(name)).join(', ')
      const { rows } = await pool.query(`select ${list} from ${quoted(table)} order by ${order.map(quoted).join(', ')}`)
      tables[table] = rows
    }
    await select(live, liveColumns(definition), model.key)
    if (definition.temporal) await select(history, historyColumns(definition), [...model.key, 'valid_from'])
  }
  return tables
}
