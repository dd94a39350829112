import { expect, test } from 'vitest'
import { engineDatabase, positionsOf, dump, running, talliesInMemory, untilAt } from './engine.ts'
import { logClock } from '#projections/log-clock/log-clock.ts'
import { tally, tallyKind, tallyModels } from './tallies.ts'
import { counted, named, removed } from './histories.ts'

test('given events, the tables show what they add up to, with every column as it went in', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  running(database, { log, models: tallyModels })
  await say(counted('a', 5), counted('b', 7), counted('a', 2, '2026-03-02', 'odd'))
  const head = await say(named('a', 'Tab\there, "quoted" \\ back\nslash', ['x,y', '{"z"}', '\\']), removed('b'))
  await untilAt(database.pool, tallyModels, head)
  const { tally: rows, tally_kind: kinds, log_clock: clock } = await dump(database.pool, tallyModels)
  expect(rows).toEqual([
    {
      id: 'a',
      total: 7,
      counts: 2,
      name: 'Tab\there, "quoted" \\ back\nslash',
      tags: ['x,y', '{"z"}', '\\'],
      facts: { kinds: ['odd', 'plain'] },
      first_at: '2026-03-01T10:00:00.000Z',
      last_day: '2026-03-02',
      valid_from: 4,
    },
  ])
  expect(kinds).toEqual([
    { day: '2026-03-01', kind: 'every kind', total: 24, times: 4 },
    { day: '2026-03-01', kind: 'plain', total: 12, times: 2 },
    { day: '2026-03-02', kind: 'every kind', total: 4, times: 2 },
    { day: '2026-03-02', kind: 'odd', total: 2, times: 1 },
  ])
  expect(clock).toEqual([{ second: '2026-03-02T09:00:00.000Z', position: 5 }])
})

test('every superseded version of a temporal row is kept, also those of one batch', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  await say(counted('a', 1), counted('a', 1), removed('a'), counted('a', 9))
  running(database, { log, models: [tally] })
  await untilAt(database.pool, [tally], 4)
  const { tally_history: history, tally: live } = await dump(database.pool, [tally])
  const spans = (history ?? []).map((row) => {
    const { total, valid_from: from, valid_to: to } = row as Record<string, unknown>
    return { total, from, to }
  })
  expect(spans).toEqual([
    { total: 1, from: 1, to: 2 },
    { total: 2, from: 2, to: 3 },
  ])
  expect(live).toMatchObject([{ total: 9, valid_from: 4 }])
})

test('events that no model folds still move every checkpoint', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  running(database, { log, models: [tally, tallyKind, logClock] })
  const head = await say({ type: 'TallyIgnored', data: { id: 'x' } })
  await untilAt(database.pool, [tally, tallyKind, logClock], head)
  expect([...(await positionsOf(database.pool)).values()]).toEqual([head, head, head])
})
