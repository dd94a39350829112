import Emittery from 'emittery'
import { expect, onTestFinished, test } from 'vitest'
import { superviseAlone } from '../../../commands/supervise.ts'
import { createCaughtUp, type ReadModelEvents } from '../../../projections/caught-up.ts'
import { engineDatabase, running, talliesInMemory } from './engine.ts'
import { counted } from './histories.ts'
import { tallyModels } from './tallies.ts'

const names = tallyModels.map(({ name }) => name)
const LONG = 30_000

test.each(['in the same process', 'in another process'])('whoever waits %s sees what was written', async (where) => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  const events = new Emittery<ReadModelEvents>()
  running(database, { log, models: tallyModels, events })
  const caughtUp = createCaughtUp(database.appUrl, where === 'in the same process' ? events : undefined)
  const listening = superviseAlone('listener', caughtUp.listen)
  onTestFinished(async () => {
    await listening.stop()
    await caughtUp.close()
  })
  for (let count = 1; count <= 30; count += 1) {
    const position = await say(counted('a', 1))
    expect(await caughtUp.waitFor(position, names, LONG)).toBe(true)
    const { rows } = await database.pool.query<{ counts: number }>('select counts from tally')
    expect(rows).toEqual([{ counts: count }])
  }
  expect(await caughtUp.waitFor(1, names, LONG)).toBe(true)
})

test('waiting ends when the time is up, when the model stands still, and when the waiter is closed', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  const runner = running(database, { log, models: tallyModels })
  const caughtUp = createCaughtUp(database.appUrl)
  const position = await say(counted('a', 1))
  expect(await caughtUp.waitFor(position, names, LONG)).toBe(true)
  expect(await caughtUp.waitFor(position + 1, names, 30)).toBe(false)
  expect(await caughtUp.waitFor(position, ['no such model'], 30)).toBe(false)
  await runner.stop()
  await database.pool.query(`update read_model set error = 'spoiled' where name = 'tally'`)
  expect(await caughtUp.waitFor(position + 1, names, LONG)).toBe(false)
  await database.pool.query(`update read_model set error = null`)
  const waiting = caughtUp.waitFor(position + 1, ['log_clock'], LONG)
  await caughtUp.close()
  expect(await waiting).toBe(false)
})
