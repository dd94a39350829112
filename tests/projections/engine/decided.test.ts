import { expect, test } from 'vitest'
import { createDecisions } from '#commands/log/decisions.ts'
import { createMemoryLog } from '#commands/log/memory/log.ts'
import { leaveOut } from '#tests/support/leave-out.ts'
import { TEST_DECISION_KEYS } from '#tests/support/test-secrets.ts'
import { createSay, dump, engineDatabase, running, tallyLog, until, untilAt } from './engine.ts'
import { counted, named } from './histories.ts'
import { tally, tallyKind } from './tallies.ts'

const NEVER = 2 ** 31 - 1

test('what is decided is heard of at once, by tables that folded it and by those that need it not', async () => {
  const database = await engineDatabase()
  const store = createMemoryLog()
  const decisions = createDecisions(store, TEST_DECISION_KEYS)
  const log = tallyLog(store, decisions)
  const say = createSay(log)
  const position = await say(counted('a', 1))
  await say(named('a', 'counted once'), counted('b', 1))
  const models = [tally, tallyKind]
  // Nothing that it looks for by itself brings it to what was decided.
  running(database, { log, models, lookEvery: NEVER, lookWhenComplete: NEVER })
  await untilAt(database.pool, models, 3)
  const ids = async () => (await dump(database.pool, [tally]))['tally']?.map((row) => Reflect.get(Object(row), 'id'))
  expect(await ids()).toEqual(['a', 'b'])

  await leaveOut(store, { position, type: 'TallyCounted' })
  await untilAt(database.pool, models, 4)
  await decisions.learn()
  const decided = 'select from read_model having min(decided) = 1'
  await until(async () => (await database.pool.query(decided)).rowCount === 1)
  expect(await ids()).toEqual(['b'])

  const head = await say(counted('c', 1))
  await untilAt(database.pool, models, head)
  expect(await ids()).toEqual(['b', 'c'])
})
