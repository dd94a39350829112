import { expect, test } from 'vitest'
import { createMemoryLog } from '#commands/log/memory/log.ts'
import { EventUnread } from '#projections/engine/fold.ts'
import { readModelHealth } from '#projections/health.ts'
import { createDb } from '#projections/postgres.ts'
import { type AnyReadModel, handlers, type ReadModel } from '#projections/read-model.ts'
import { rebuild } from '#projections/rebuild.ts'
import { NO_KEY, plant, type Planted, type Wrong, WRONGS } from '#tests/support/planted.ts'
import { TEST_EVENT_KEYS } from '#tests/support/test-secrets.ts'
import { createSay, dump, engineDatabase, running, tallyLog, until, untilAt } from './engine.ts'
import { counted, removed } from './histories.ts'
import { tally, tallyKind, type TallyEvent } from './tallies.ts'

type SpoilRow = { id: string }
/** Needs no event that is planted here. */
const elsewhere: ReadModel<SpoilRow> = {
  name: 'elsewhere',
  revision: 1,
  columns: { id: 'text not null' },
  key: ['id'],
  on: handlers<SpoilRow, TallyEvent>({
    TallySpoiled: ({ event: { data } }) => [{ key: [data.id], fold: () => ({ id: data.id }) }],
  }),
}
const spoiled: TallyEvent = { type: 'TallySpoiled', data: { id: 'spoiled' } }
const models: readonly AnyReadModel[] = [tally, tallyKind, elsewhere]

const guess = { ...TEST_EVENT_KEYS.current, key: NO_KEY }
const planted = (wrong: Wrong): Planted => ({ ...counted('b', 1_000_000), wrong })
/** By somebody who has only the database, and by who has the key. */
const CASES = [
  ...Object.entries(WRONGS).map(([what, wrong]) => ({ what, event: planted(wrong), by: guess, named: 'ForgedEvent' })),
  ...(['data that are no JSON', 'data that are no object', 'metadata that lack a field'] as const).map((what) => ({
    ...{ what: `${what}, by who has the key`, event: planted(WRONGS[what]) },
    ...{ by: TEST_EVENT_KEYS.current, named: 'UnreadableEvent' },
  })),
]

/** Three tallies, of which the second is planted, and what is of no concern to them. */
async function spoiledLog({ event, by }: (typeof CASES)[number]) {
  const store = createMemoryLog()
  const log = tallyLog(store)
  await createSay(log)(counted('a', 1))
  const { position } = await plant(store, 'tally-planted', event, by)
  const say = createSay(log, 'tally-later')
  const head = await say(spoiled, counted('c', 3))
  return { log, say, position, head }
}

const of = (name: string, rows: Record<string, unknown[]>) => rows[name]?.map((row) => Reflect.get(Object(row), 'id'))

test.each(CASES)('$what: only what needs it stands still, and says at which event and why', async (one) => {
  const database = await engineDatabase()
  const { log, say, position, head } = await spoiledLog(one)
  const reports: string[] = []
  const report = (message: string, error?: unknown) => reports.push(`${message} ${String(error)}`)
  running(database, { log, models, report })
  await untilAt(database.pool, [elsewhere], head)
  const health = async () => readModelHealth(createDb<unknown>(database.pool), log)
  await until(async () => (await health()).filter(({ state }) => state === 'stopped').length === 2)
  expect(await health()).toMatchObject([
    { name: 'elsewhere', state: 'live', lag: 0 },
    { name: 'tally', state: 'stopped', position: position - 1, stoppedAt: position },
    { name: 'tally_kind', state: 'stopped', position: position - 1, stoppedAt: position },
  ])
  for (const { error } of (await health()).slice(1)) {
    expect(error).toContain(`${one.named}: Position ${position} (TallyCounted, event 0 of tally-planted)`)
    expect(error).not.toMatch(/SyntaxError|Unexpected|invalid_type/)
  }
  expect(of('tally', await dump(database.pool, [tally]))).toEqual(['a'])
  await untilAt(database.pool, [elsewhere], await say({ ...spoiled, data: { id: 'more' } }))
  expect(reports.join()).not.toContain('begins again')
})

test.each(CASES)(
  '$what: a build stops at it, and goes around it by a decision, which the next start holds',
  async (one) => {
    const database = await engineDatabase()
    const { log, say, position, head } = await spoiledLog(one)
    const options = { log, appRole: new URL(database.appUrl).username, ...database }
    const first = running(database, { log, models })
    await untilAt(database.pool, [elsewhere], head)
    await first.stop()
    const { built, failed } = await rebuild({ ...options, models })
    expect(built).toEqual(['elsewhere'])
    expect([...failed.keys()]).toEqual(['tally', 'tally_kind'])
    for (const error of failed.values()) expect(error).toBeInstanceOf(EventUnread)
    for (const error of failed.values()) expect(error).toMatchObject({ position })

    const skips = async (name: string) => new Set(name === 'elsewhere' ? [] : [position])
    expect(await rebuild({ ...options, models, skips })).toMatchObject({
      built: ['tally', 'tally_kind', 'elsewhere'],
      failed: new Map(),
    })
    expect(of('tally', await dump(database.pool, [tally]))).toEqual(['a', 'c'])
    const second = running(database, { log, models, skips })
    await untilAt(database.pool, models, await say(removed('a')))
    await second.stop()
    // Tables that were lost are made from the first event again.
    await database.asOwner('delete from read_model')
    running(database, { log, models, skips })
    await untilAt(database.pool, models, head + 1)
    expect(of('tally', await dump(database.pool, [tally]))).toEqual(['c'])
    const health = await readModelHealth(createDb<unknown>(database.pool), log)
    expect(health.map(({ name, state, skipped }) => [name, state, skipped])).toEqual([
      ['elsewhere', 'live', []],
      ['tally', 'live', [position]],
      ['tally_kind', 'live', [position]],
    ])
  },
)

test('an event of a type that nobody knows stops no model: none of this version needs it', async () => {
  const database = await engineDatabase()
  for (const by of [guess, TEST_EVENT_KEYS.current]) {
    const { log, head } = await spoiledLog({
      ...{ what: 'unknown', named: '', by },
      event: { type: 'TallyBurnt', data: {}, wrong: (stored) => stored },
    })
    await database.asOwner('delete from read_model')
    const runner = running(database, { log, models })
    await untilAt(database.pool, models, head)
    await runner.stop()
  }
})
