import { expect, test } from 'vitest'
import { rowsAsOf } from './histories.ts'
import { readModelHealth } from '#projections/health.ts'
import { createDb } from '#projections/postgres.ts'
import { type AnyReadModel, handlers, type ReadModel } from '#projections/read-model.ts'
import { rebuild } from '#projections/rebuild.ts'
import { dump, engineDatabase, positionsOf, running, talliesInMemory, until, untilAt } from './engine.ts'
import { counted, tallies } from './histories.ts'
import { tally, tallyKind, tallyModels, type TallyEvent } from './tallies.ts'

type FussyRow = { id: string; total: number }

/** Spoils at an event in the way that it is told to. */
const fussy = (spoil: 'handler' | 'fold' | 'cell' | 'key' | 'database' | 'never'): ReadModel<FussyRow> => ({
  name: 'fussy',
  revision: 1,
  columns: { id: 'text not null', total: 'int not null' },
  key: ['id'],
  indexes: ['unique (total)'],
  on: handlers<FussyRow, TallyEvent>({
    TallyCounted: ({ position, event: { data } }) => [
      { key: [data.id], fold: () => ({ id: data.id, total: position }) },
    ],
    TallySpoiled: ({ event: { data } }) => {
      if (spoil === 'handler') throw new Error('spoiled')
      return [
        {
          key: [data.id],
          fold: () => {
            if (spoil === 'fold') throw new Error('spoiled')
            if (spoil === 'cell') return { id: data.id, total: 1.5 }
            if (spoil === 'key') return { id: 'somebody else', total: 1 }
            return { id: data.id, total: spoil === 'database' ? 1 : 0 }
          },
        },
      ]
    },
  }),
})
const spoiled: TallyEvent = { type: 'TallySpoiled', data: { id: 'spoiled' } }

test.each(['handler', 'fold', 'cell', 'key', 'database'] as const)(
  'a model whose %s fails stands still with its error, and the others go on',
  async (spoil) => {
    const database = await engineDatabase()
    const { log, say } = talliesInMemory()
    await say(counted('a', 1), counted('b', 1), spoiled, counted('c', 1))
    const reports: string[] = []
    const models: readonly AnyReadModel[] = [fussy(spoil), ...tallyModels]
    const runner = running(database, { log, models, report: (message) => reports.push(message) })
    await untilAt(database.pool, tallyModels, 4)
    const head = await say(counted('d', 1))
    await untilAt(database.pool, tallyModels, head)
    const healthOf = async (name: string) =>
      (await readModelHealth(createDb<unknown>(database.pool), log)).find((model) => model.name === name)
    await until(async () => (await healthOf('fussy'))?.state === 'stopped')
    expect(await healthOf('tally')).toEqual({
      name: 'tally',
      revision: 1,
      position: 5,
      head: 5,
      lag: 0,
      state: 'live',
      skipped: [],
    })
    const still = await healthOf('fussy')
    const reached = 2
    expect(still).toMatchObject({ position: reached, lag: 5 - reached, error: expect.any(String) })
    expect((await dump(database.pool, [fussy(spoil)]))['fussy']).toHaveLength(reached)
    expect(reports.some((report) => report.includes('fussy'))).toBe(true)

    // The next version of the app folds it.
    await runner.stop()
    running(database, { log, models: [fussy('never'), ...tallyModels] })
    await untilAt(database.pool, [fussy('never')], head)
    expect(await healthOf('fussy')).toMatchObject({ state: 'live', lag: 0 })
    expect((await dump(database.pool, [fussy('never')]))['fussy']).toHaveLength(5)
  },
)

test('a rebuild that cannot fold an event leaves the serving table and says why', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  await say(counted('a', 1), spoiled)
  const options = { log, appRole: new URL(database.appUrl).username, ...database }
  const runner = running(database, { log, models: [fussy('never'), tally] })
  await untilAt(database.pool, [fussy('never'), tally], 2)
  await runner.stop()
  const { built, failed } = await rebuild({ ...options, models: [fussy('fold'), tally] })
  expect(built).toEqual(['tally'])
  expect(failed.get('fussy')).toMatchObject({ position: 2 })
  expect((await dump(database.pool, [fussy('never')]))['fussy']).toHaveLength(2)
  const health = await readModelHealth(createDb<unknown>(database.pool), log)
  expect(health).toMatchObject([
    { name: 'fussy', state: 'stopped' },
    { name: 'tally', state: 'live' },
  ])
})

test('of two runners one drives a model, and the other takes over when it goes', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  const one = running(database, { log, models: tallyModels })
  await untilAt(database.pool, tallyModels, 0)
  const other = running(database, { log, models: tallyModels })
  let head = 0
  for (const [round, runner] of [one, other].entries()) {
    for (const event of tallies(40, round)) head = await say(event)
    await untilAt(database.pool, tallyModels, head)
    if (round === 0) await runner.stop()
  }
  const history = await log.read('tally-all')
  const { tally_kind: kinds } = await dump(database.pool, [tallyKind])
  expect(new Set(kinds)).toEqual(new Set(rowsAsOf(tallyKind, history, head)))
})

test('a runner gives way when somebody else has moved a checkpoint, and folds nothing twice', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  running(database, { log, models: [tally, tallyKind] })
  await say(counted('a', 1))
  await untilAt(database.pool, [tally, tallyKind], 1)
  // As if another had folded the next event already.
  await database.pool.query(`update read_model set position = 2 where name = 'tally_kind'`)
  const head = await say(counted('a', 1), counted('a', 1))
  await untilAt(database.pool, [tally, tallyKind], head)
  const { tally: rows, tally_kind: kinds } = await dump(database.pool, [tally, tallyKind])
  expect(rows).toMatchObject([{ counts: 3 }])
  expect(kinds).toMatchObject([
    { kind: 'every kind', times: 4 },
    { kind: 'plain', times: 2 },
  ])
  expect([...(await positionsOf(database.pool)).values()]).toEqual([head, head])
})

test.each(['handler', 'fold', 'cell', 'key', 'database'] as const)(
  'a model whose %s fails is built around the event by a decision, is shown so, and goes on',
  async (spoil) => {
    const database = await engineDatabase()
    const { log, say } = talliesInMemory()
    const models = [fussy(spoil), tally]
    await say(counted('a', 1), spoiled, counted('c', 1))
    running(database, { log, models })
    const stoppedAt = async () =>
      (await database.pool.query(`select stopped_at from read_model where name = 'fussy'`)).rows[0]?.stopped_at
    await until(async () => (await stoppedAt()) === 2)
    const skips = async (name: string) => new Set(name === 'fussy' ? [2] : [])
    const options = { log, appRole: new URL(database.appUrl).username, ...database, skips }
    const { built, failed } = await rebuild({ ...options, models: [fussy(spoil)] })
    expect([built, [...failed]]).toEqual([['fussy'], []])
    const head = await say(counted('d', 1))
    await untilAt(database.pool, models, head)
    expect((await dump(database.pool, [fussy(spoil)]))['fussy']).toEqual([
      { id: 'a', total: 1 },
      { id: 'c', total: 3 },
      { id: 'd', total: 4 },
    ])
    expect(await readModelHealth(createDb<unknown>(database.pool), log)).toMatchObject([
      { name: 'fussy', state: 'live', lag: 0, skipped: [2] },
      { name: 'tally', state: 'live', lag: 0, skipped: [] },
    ])
  },
)

test('an error that somebody else writes down stops nobody: it is a report, and gone with the next event', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  running(database, { log, models: tallyModels })
  await untilAt(database.pool, tallyModels, await say(counted('a', 1)))
  await database.pool.query(`update read_model set error = 'stopped by hand'`)
  const states = async () =>
    new Set((await readModelHealth(createDb<unknown>(database.pool), log)).map(({ state }) => state))
  expect(await states()).toEqual(new Set(['stopped']))
  await untilAt(database.pool, tallyModels, await say(counted('b', 1)))
  expect(await states()).toEqual(new Set(['live']))
})

/** Of each tally how often it was counted. */
const often: ReadModel<{ id: string; times: number; last_at: string }> = {
  name: 'often',
  revision: 1,
  columns: { id: 'text not null', times: 'bigint not null', last_at: 'timestamptz not null' },
  key: ['id'],
  on: handlers<{ id: string; times: number; last_at: string }, TallyEvent>({
    TallyCounted: ({ recordedAt, event: { data } }) => [
      { key: [data.id], fold: (row) => ({ id: data.id, times: (row?.times ?? 0) + 1, last_at: recordedAt }) },
    ],
  }),
}

test.each(['times = 9223372036854775807', `last_at = '-infinity'`, `last_at = '0044-03-15 BC'`])(
  'a row of which somebody makes what nobody can read (%s) stops its own model alone, until that is built again',
  async (change) => {
    const database = await engineDatabase()
    const { log, say } = talliesInMemory()
    await say(counted('a', 1), counted('b', 1))
    const models: readonly AnyReadModel[] = [often, ...tallyModels]
    running(database, { log, models, lookEvery: 20, lookWhenComplete: 50 })
    await untilAt(database.pool, models, 2)
    await database.pool.query(`update often set ${change} where id = 'a'`)
    const head = await say(counted('b', 1), counted('a', 1), counted('c', 1))
    await untilAt(database.pool, tallyModels, head)
    const states = async () =>
      (await readModelHealth(createDb<unknown>(database.pool), log)).flatMap(({ name, state, position }) =>
        state === 'live' ? [] : [`${name} ${state} at ${position}`],
      )
    await until(async () => (await states()).length > 0)
    expect(await states()).toEqual(['often stopped at 3'])
    const options = { log, appRole: new URL(database.appUrl).username, ...database }
    expect((await rebuild({ ...options, models: [often] })).built).toEqual(['often'])
    await untilAt(database.pool, models, await say(counted('a', 1)))
    expect(await states()).toEqual([])
    expect((await dump(database.pool, [often]))['often']).toMatchObject([{ times: 3 }, { times: 2 }, { times: 1 }])
  },
)

test('a model whose checkpoint is said to be before the log’s beginning is built again, and holds up no other', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  await say(counted('a', 1), counted('b', 1))
  running(database, { log, models: tallyModels, lookEvery: 20, lookWhenComplete: 50 })
  await untilAt(database.pool, tallyModels, 2)
  const [name] = tallyModels.map((model) => model.name)
  await database.pool.query(`update read_model set position = -1 where name = '${name}'`)
  const head = await say(counted('c', 1))
  await untilAt(database.pool, tallyModels, head)
  expect((await dump(database.pool, tallyModels))['tally']).toHaveLength(3)
})
