import { expect, test } from 'vitest'
import { createClient } from '#commands/postgres.ts'
import { tryLock } from '#projections/engine/checkpoints.ts'
import { rebuild } from '#projections/rebuild.ts'
import { type AnyReadModel, handlers, type ReadModel } from '#projections/read-model.ts'
import { prepareReadModels } from '#projections/runner.ts'
import { dump, engineDatabase, type EngineDatabase, running, talliesInMemory, until, untilAt } from './engine.ts'
import { counted, tallies } from './histories.ts'
import { tally, tallyKind, tallyModels, type TallyEvent, type TallyRow } from './tallies.ts'

const roleOf = ({ appUrl }: Pick<EngineDatabase, 'appUrl'>) => new URL(appUrl).username

/** The next revision: a column less, and totals in another unit. */
const tallyInHundreds: ReadModel<Omit<TallyRow, 'facts'>> = {
  name: 'tally',
  revision: 2,
  temporal: true,
  key: ['id'],
  columns: {
    id: 'text not null',
    total: 'bigint not null',
    counts: 'int not null',
    name: 'text',
    tags: 'text[] not null',
    first_at: 'timestamptz not null',
    last_day: 'date not null',
  },
  on: handlers<Omit<TallyRow, 'facts'>, TallyEvent>({
    TallyCounted: ({ event: { data } }) => [
      {
        key: [data.id],
        fold: (row) => ({
          id: data.id,
          total: (row?.total ?? 0) + 100 * data.amount,
          counts: (row?.counts ?? 0) + 1,
          name: null,
          tags: [],
          first_at: row?.first_at ?? data.at,
          last_day: data.at.slice(0, 10),
        }),
      },
    ],
  }),
}

test('a rebuild exchanges the tables while rows are written and read, and loses none', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  for (const event of tallies(300, 5)) await say(event)
  running(database, { log, models: tallyModels })
  await untilAt(database.pool, tallyModels, 300)

  const work = { isOver: false }
  let head = 0
  const write = async () => {
    for (let round = 0; !work.isOver; round += 1) {
      for (const event of tallies(5, round)) head = await say(event)
      await untilAt(database.pool, [tally], head - 50)
    }
  }
  let reads = 0
  const read = async () => {
    let counts = 0
    while (!work.isOver) {
      const { rows } = await database.pool.query<{ counts: number }>(
        `select coalesce(sum(times), 0)::int as counts from tally_kind where kind = 'every kind'`,
      )
      // Only ever grows: a half-built table would show fewer.
      expect(rows[0]?.counts).toBeGreaterThanOrEqual(counts)
      counts = rows[0]?.counts ?? 0
      await database.pool.query('select 1 from tally join tally_history using (id) limit 1')
      reads += 1
    }
  }
  const others = Promise.all([write(), read(), read()])
  const oids = async () =>
    (await database.pool.query(`select 'tally'::regclass::oid as tally, 'tally_kind'::regclass::oid as kind`)).rows
  const before = await oids()
  for (let time = 0; time < 5; time += 1) {
    const { built, failed } = await rebuild({ log, models: tallyModels, appRole: roleOf(database), ...database })
    expect([built.length, failed.size]).toEqual([tallyModels.length, 0])
  }
  work.isOver = true
  await others
  expect(await oids()).not.toEqual(before)
  expect(reads).toBeGreaterThan(10)
  await untilAt(database.pool, tallyModels, head)

  const other = await engineDatabase()
  running(other, { log, models: tallyModels })
  await untilAt(other.pool, tallyModels, head)
  expect(await dump(database.pool, tallyModels)).toEqual(await dump(other.pool, tallyModels))
})

test('a raised revision is built beside the tables that serve, and the older version of the app gives way', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  await say(counted('a', 3), counted('b', 4))
  const older = running(database, { log, models: [tally, tallyKind] })
  await untilAt(database.pool, [tally, tallyKind], 2)
  running(database, { log, models: [tallyInHundreds, tallyKind] })
  await until(async () => {
    const { rows } = await database.pool.query(`select from read_model where name = 'tally' and revision = 2`)
    return rows.length === 1
  })
  await say(counted('a', 1))
  await untilAt(database.pool, [tally, tallyKind], 3)
  const totals = await database.pool.query('select id, total from tally order by id')
  expect(totals.rows).toEqual([
    { id: 'a', total: 400 },
    { id: 'b', total: 400 },
  ])
  await older.stop()
  // What was built beside goes once it serves, which takes a moment more.
  await until(async () => {
    const left = await database.pool.query(`select from pg_class where relkind = 'r' and relname like '%building%'`)
    return left.rowCount === 0
  })
})

test('columns that changed without a new revision are built again as well', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  await say(counted('a', 3))
  await prepareReadModels({ models: [tally], ...database })
  const changed: AnyReadModel = { ...tallyInHundreds, revision: 1 }
  running(database, { log, models: [changed] })
  await untilAt(database.pool, [changed], 1)
  expect((await dump(database.pool, [changed]))['tally']).toMatchObject([{ id: 'a', total: 300 }])
})

test('what a killed rebuild left is removed by the next one', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  for (const event of tallies(50, 3)) await say(event)
  running(database, { log, models: tallyModels })
  await untilAt(database.pool, tallyModels, 50)
  const before = await dump(database.pool, tallyModels)
  for (const stage of ['folding', 'indexing', 'catching up'] as const) {
    const kill = new AbortController()
    const stopped = rebuild({
      log,
      models: tallyModels,
      appRole: roleOf(database),
      cellsInMemory: 10,
      signal: kill.signal,
      progress: (progress) => {
        if (progress.stage === stage || stage === 'folding') kill.abort()
        if (progress.stage === stage) throw new Error(`killed while ${stage}`)
      },
      ...database,
    })
    if (stage === 'folding') await stopped.catch(() => undefined)
    else await expect(stopped).rejects.toThrow('killed')
    expect(await dump(database.pool, tallyModels)).toEqual(before)
  }
  const { built } = await rebuild({ log, models: tallyModels, appRole: roleOf(database), ...database })
  expect(built).toHaveLength(tallyModels.length)
  expect(await dump(database.pool, tallyModels)).toEqual(before)
  const left = await database.pool.query(
    `select relname from pg_class where relkind = 'r' and relname like '%building%' union all select name from read_model_build`,
  )
  expect(left.rows).toEqual([])
})

test('what a killed rebuild left is removed by the next start, and what is being built is left alone', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  for (const event of tallies(50, 3)) await say(event)
  await prepareReadModels({ models: tallyModels, ...database })
  const killed = rebuild({
    ...{ log, models: tallyModels, appRole: roleOf(database), cellsInMemory: 10, ...database },
    progress: ({ stage }) => {
      if (stage === 'indexing') throw new Error('killed')
    },
  })
  await expect(killed).rejects.toThrow('killed')
  const left = async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relname like '%building' and relname <> 'read_model_build'
        union select name from read_model_build order by 1`,
    )
    return rows.map(({ name }) => name)
  }
  const all = await left()
  expect(all).toEqual(expect.arrayContaining(['tally', 'tally__building', 'tally_history__building']))
  // One of them is at work again.
  const builder = createClient(database.ownerUrl, { name: 'test', patience: 'call' })
  await builder.connect()
  expect(await tryLock(builder, 'build', 'tally')).toBe(true)
  await prepareReadModels({ models: tallyModels, ...database })
  expect(await left()).toEqual(['tally', 'tally__building', 'tally_history__building'])
  await builder.end()
  const start = () => prepareReadModels({ models: [], ...database })
  await expect.poll(async () => start().then(left)).toEqual([])
  expect(await dump(database.pool, tallyModels)).toMatchObject({ tally: [] })
})

test('two rebuilds of one model do not meet', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  for (const event of tallies(50, 3)) await say(event)
  await prepareReadModels({ models: [tally], ...database })
  const one = () => rebuild({ log, models: [tally], appRole: roleOf(database), ...database })
  const both = await Promise.all([one(), one()])
  const built = both.flatMap((result) => result.built)
  const busy = both.flatMap((result) => result.busy)
  expect(built.length + busy.length).toBe(2)
  expect(built.length).toBeGreaterThanOrEqual(1)
})

test('a long log is built in memory when its models have no rows yet', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  for (const event of tallies(60, 9)) await say(event)
  const stages: string[] = []
  running(database, { log, models: tallyModels, buildAbove: 50, progress: ({ stage }) => stages.push(stage) })
  await untilAt(database.pool, tallyModels, 60)
  expect(stages).toContain('serving')
  const other = await engineDatabase()
  running(other, { log, models: tallyModels })
  await untilAt(other.pool, tallyModels, 60)
  expect(await dump(database.pool, tallyModels)).toEqual(await dump(other.pool, tallyModels))
})
