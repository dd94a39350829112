import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { createClient } from '#commands/postgres.ts'
import { tryLock } from '#projections/engine/checkpoints.ts'
import { program } from '#tests/support/program.ts'
import { createSay, dump, engineDatabase, running, talliesInMemory, tallyLog, untilAt } from './engine.ts'
import { fromZero } from './from-zero.ts'
import { counted, tallies } from './histories.ts'
import { tallyModels } from './tallies.ts'

// Both at once: whoever stands still is waited for.
test('models that a process which stands still drove or was building go to another', async () => {
  await Promise.all([othersDrive(), othersBuild()])
}, 600_000)

/** A runner that stands still loses its models to another, and does no harm when it goes on. */
async function othersDrive() {
  const database = await engineDatabase()
  const { hostname, port, pathname, username, password } = new URL(database.appUrl)
  const connection = { host: hostname, port: Number(port), database: pathname.slice(1), user: username, password }
  const store = createPostgresLog({ connection })
  onTestFinished(() => store.close())
  const log = tallyLog(store)
  const say = createSay(log)
  const silent = spawn(
    process.execPath,
    [...program('tests/projections/engine/runner-process.ts'), database.appUrl, database.ownerUrl],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(async () => {
    silent.kill('SIGKILL')
    await once(silent, 'exit')
  })
  await untilAt(database.pool, tallyModels, await say(counted('a', 1)))
  running(database, { log, models: tallyModels })
  let head = 0
  const some = async (round: number) => {
    for (const event of tallies(40, round)) head = await say(event)
  }
  // Stopped in the middle of its work.
  const working = some(1)
  await once(silent.stdout, 'data')
  silent.kill('SIGSTOP')
  await working
  await untilAt(database.pool, tallyModels, head)
  silent.kill('SIGCONT')
  await some(2)
  await untilAt(database.pool, tallyModels, head)
  expect(await dump(database.pool, tallyModels)).toEqual(await fromZero(log))
}

/** A model that a process which stands still was building is built by another. */
async function othersBuild() {
  const database = await engineDatabase()
  const { log, say } = talliesInMemory()
  const builder = createClient(database.ownerUrl, { name: 'test', patience: 'call' })
  await builder.connect()
  onTestFinished(() => builder.end())
  for (const { name } of tallyModels) await tryLock(builder, 'build', name)
  for (const event of tallies(30, 1)) await say(event)
  running(database, { log, models: tallyModels, buildAbove: 10 })
  await untilAt(database.pool, tallyModels, 30)
}
