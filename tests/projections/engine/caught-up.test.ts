import Emittery from 'emittery'
import { expect, onTestFinished, test } from 'vitest'
import { superviseAlone } from '#commands/supervise.ts'
import { createCaughtUp, type ReadModelEvents } from '#projections/caught-up.ts'
import { engineDatabase, running, talliesInMemory, untilAt } from './engine.ts'
import { counted } from './histories.ts'
import { tally, tallyModels } from './tallies.ts'

const names = tallyModels.map(({ name }) => name)
const LONG = 30_000

test.each(['in the same process', 'in another process'])('whoever waits %s sees what was written', async (where) => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  const events = new Emittery<ReadModelEvents>()
  running(database, { log, models: tallyModels, events })
  const caughtUp = createCaughtUp(database.appUrl, tallyModels, where === 'in the same process' ? events : undefined)
  const listening = superviseAlone('listener', caughtUp.listen)
  onTestFinished(async () => {
    await listening.stop()
    await caughtUp.close()
  })
  for (let count = 1; count <= 30; count += 1) {
    const position = await say(counted('a', 1))
    expect(await caughtUp.waitFor(position, names, LONG)).toEqual([])
    const { rows } = await database.pool.query<{ counts: number }>('select counts from tally')
    expect(rows).toEqual([{ counts: count }])
  }
  expect(await caughtUp.waitFor(1, names, LONG)).toEqual([])
})

test('waiting ends when the time is up, when the model stands still, and when the waiter is closed', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  const runner = running(database, { log, models: tallyModels })
  const caughtUp = createCaughtUp(database.appUrl, tallyModels)
  const position = await say(counted('a', 1))
  expect(await caughtUp.waitFor(position, names, LONG)).toEqual([])
  const late = (name: string) => ({ name, why: 'late' })
  expect(await caughtUp.waitFor(position + 1, names, 30)).toEqual(names.map(late))
  expect(await caughtUp.waitFor(position, ['no such model'], 30)).toEqual([late('no such model')])
  await runner.stop()
  await database.pool.query(`update read_model set error = 'spoiled' where name = 'tally'`)
  expect(await caughtUp.waitFor(position + 1, ['tally'], LONG)).toEqual([{ name: 'tally', why: 'stopped' }])
  await database.pool.query(`update read_model set error = null`)
  const waiting = caughtUp.waitFor(position + 5, ['never heard of'], LONG)
  await caughtUp.close()
  expect(await waiting).toEqual([late('never heard of')])
})

test('what stands still or is to be built is not waited for, and what goes on beside it is', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  const runner = running(database, { log, models: tallyModels })
  await untilAt(database.pool, tallyModels, await say(counted('a', 1)))
  await runner.stop()
  await database.pool.query(`update read_model set error = 'spoiled' where name = 'tally'`)
  // As after an update of the app, before its build is done.
  await database.asOwner(`update read_model set revision = 0 where name = 'tally_kind'`)
  const head = await say(counted('a', 1))
  const caughtUp = createCaughtUp(database.appUrl, tallyModels)
  onTestFinished(() => caughtUp.close())
  const waiting = caughtUp.waitFor(head, names, LONG)
  const others = tallyModels.filter(({ name }) => !['tally', 'tally_kind'].includes(name))
  running(database, { log, models: others })
  expect(await waiting).toEqual([
    { name: 'tally', why: 'stopped' },
    { name: 'tally_kind', why: 'building' },
  ])
})

test('nobody waits twice for a model that did not move in between', async () => {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  const caughtUp = createCaughtUp(database.appUrl, [tally])
  onTestFinished(() => caughtUp.close())
  const runner = running(database, { log, models: [tally] })
  expect(await caughtUp.waitFor(await say(counted('a', 1)), ['tally'], LONG)).toEqual([])
  await runner.stop()
  const head = await say(counted('a', 1))
  const late = [{ name: 'tally', why: 'late' }]
  expect(await caughtUp.waitFor(head, ['tally'], 30)).toEqual(late)
  expect(await caughtUp.waitFor(head, ['tally'], LONG)).toEqual(late)
  running(database, { log, models: [tally] })
  await untilAt(database.pool, [tally], head)
  expect(await caughtUp.waitFor(head, ['tally'], LONG)).toEqual([])
})
