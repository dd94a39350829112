import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { AsOfRefused, asOfTable, beginSnapshot, modelsPosition, mustReach, positionAt } from '#projections/as-of.ts'
import { logClock } from '#projections/log-clock/log-clock.ts'
import { createDb } from '#projections/postgres.ts'
import { rebuild } from '#projections/rebuild.ts'
import { prepareReadModels } from '#projections/runner.ts'
import { engineDatabase, running, talliesInMemory, untilAt } from './engine.ts'
import { anyTally, counted, rowsAsOf, tallies } from './histories.ts'
import { tally, tallyKind, tallyModels } from './tallies.ts'

test('the rows as of any position are those that a fold of the events up to it makes', async () => {
  const database = await engineDatabase()
  const db = createDb<unknown>(database.pool)
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyTally, { minLength: 1, maxLength: 60 }),
      fc.infiniteStream(fc.nat()),
      async (events, picks) => {
        const { log, say } = talliesInMemory()
        for (const event of events) await say(event)
        await prepareReadModels({ models: [tally], ...database })
        await rebuild({ log, models: [tally], appRole: new URL(database.appUrl).username, ...database })
        const history = await log.read('tally-all')
        for (const position of [0, events.length, ...picks.take(6)].map((pick) => pick % (events.length + 1))) {
          const { rows } = await sql`select * from ${asOfTable(tally, position)} t order by id`.execute(db)
          const expected = rowsAsOf(tally, history, position).toSorted((one, other) => (one.id < other.id ? -1 : 1))
          expect(rows).toEqual(expected.map((row) => ({ ...row, first_at: new Date(row.first_at).toISOString() })))
        }
        // The next run has another log, so its checkpoint starts over.
        await database.pool.query('update read_model set position = 0')
      },
    ),
    { numRuns: 40 },
  )
})

test('a date is the last position recorded by the end of that day in Lagos', async () => {
  const database = await engineDatabase()
  const times = [
    '2026-03-01T22:59:59.999Z',
    '2026-03-01T23:00:00.000Z',
    '2026-03-03T08:00:00.400Z',
    '2026-03-03T08:00:00.900Z',
  ]
  let next = 0
  const { log, say } = talliesInMemory(() => new Date(times[next++] ?? ''))
  for (const event of tallies(times.length, 1)) await say(event)
  running(database, { log, models: [logClock] })
  await untilAt(database.pool, [logClock], times.length)
  const db = createDb<unknown>(database.pool)
  const at = (recorded: string) => positionAt(db, recorded, times.length)
  expect(await at('2026-02-28')).toBe(0)
  expect(await at('2026-03-01')).toBe(1)
  expect(await at('2026-03-02')).toBe(2)
  expect(await at('2026-03-03')).toBe(4)
  expect(await at('2026-03-03T07:59:59.999Z')).toBe(2)
  expect(await at('2026-03-03T08:00:00.000Z')).toBe(4)
  expect(await positionAt(db, '2026-03-01', times.length + 5)).toBe(1)
  await expect(positionAt(db, '2026-03-03', times.length + 1)).rejects.toMatchObject({ reason: 'not_yet' })
  await expect(at('some day')).rejects.toBeInstanceOf(RangeError)
})

test('what cannot be answered for the past is refused', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  const head = await say(counted('a', 1), counted('a', 2))
  running(database, { log, models: tallyModels })
  await untilAt(database.pool, tallyModels, head)
  expect(() => asOfTable(tallyKind, 1)).toThrow(AsOfRefused)
  await expect(mustReach(database.pool, ['tally'], head + 1, head)).rejects.toMatchObject({ reason: 'beyond_log' })
  await expect(mustReach(database.pool, ['tally'], head + 1, head + 1)).rejects.toMatchObject({ reason: 'not_yet' })
  await mustReach(database.pool, ['tally'], head, head)
  expect(await modelsPosition(database.pool, ['tally', 'tally_kind'])).toBe(head)
  await expect(modelsPosition(database.pool, ['tally', 'unheard_of'])).rejects.toThrow('unheard_of')
})

test('a snapshot keeps its rows while a rebuild waits to exchange the tables', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  await say(counted('a', 1))
  running(database, { log, models: [tally] })
  await untilAt(database.pool, [tally], 1)
  const reader = await database.pool.connect()
  expect(await beginSnapshot(reader, [tally])).toBe(1)
  const appRole = new URL(database.appUrl).username
  const rebuilding = rebuild({ log, models: [tally], appRole, ...database })
  await say(counted('a', 5))
  await untilAt(database.pool, [tally], 2)
  const seen = async () => (await reader.query<{ total: number }>('select total from tally')).rows
  expect(await seen()).toEqual([{ total: 1 }])
  await reader.query('commit')
  expect((await rebuilding).built).toEqual(['tally'])
  expect(await seen()).toEqual([{ total: 6 }])
  reader.release()
})
