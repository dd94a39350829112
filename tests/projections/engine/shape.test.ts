import { expect, onTestFinished, test } from 'vitest'
import { createMemoryLog } from '#commands/log/memory/log.ts'
import { createClient } from '#commands/postgres.ts'
import { findChanged } from '#projections/engine/shape.ts'
import { readModelHealth } from '#projections/health.ts'
import { createDb } from '#projections/postgres.ts'
import { rebuild } from '#projections/rebuild.ts'
import { prepareReadModels } from '#projections/runner.ts'
import { engineDatabase, talliesInMemory } from './engine.ts'
import { counted } from './histories.ts'
import { tallyModels } from './tallies.ts'

test('a look at tables whose place others take at that very moment finds them as they were', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  await say(counted('a', 1))
  await prepareReadModels({ models: tallyModels, ...database })
  const client = createClient(database.appUrl, { name: 'test', patience: 'call' })
  await client.connect()
  onTestFinished(() => client.end())
  // All that it sees is of now, as for one statement in whose middle the swap comes.
  await client.query('begin isolation level repeatable read')
  await client.query('select from read_model')
  const { built } = await rebuild({ log, models: tallyModels, appRole: new URL(database.appUrl).username, ...database })
  expect(built).toHaveLength(tallyModels.length)
  expect([...(await findChanged(client))]).toEqual([])
  await client.query('commit')
  expect([...(await findChanged(client))]).toEqual([])
  const health = await readModelHealth(createDb<object>(database.pool), createMemoryLog())
  expect(health.map(({ state }) => state)).toEqual(tallyModels.map(() => 'live'))
})
