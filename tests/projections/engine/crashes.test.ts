import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { prepareReadModels } from '#projections/runner.ts'
import { createCuttingProxy } from '#tests/support/cutting-proxy.ts'
import { program } from '#tests/support/program.ts'
import {
  createSay,
  dump,
  engineDatabase,
  type EngineDatabase,
  positionsOf,
  running,
  talliesInMemory,
  tallyLog,
  until,
  untilAt,
} from './engine.ts'
import { fromZero } from './from-zero.ts'
import { tallies } from './histories.ts'
import { tallyModels } from './tallies.ts'

const through = (url: string, port: number): string => {
  const through = new URL(url)
  through.port = String(port)
  through.hostname = '127.0.0.1'
  return through.href
}

/** So many times as often: more by hand, `TIMES=10 npx vitest run --project whole tests/projections/engine/crashes`. */
const TIMES = Number(process.env['TIMES'] ?? 1)

/** Where a batch may be cut: after the server has done it, before the runner hears of it. */
const CUTS = [
  'begin',
  'move checkpoints',
  'load tally',
  'load tally_kind',
  'upsert tally',
  'upsert tally_kind',
  'remove tally',
  'supersede tally',
  'upsert log_clock',
  'notify moved',
  'commit',
  'commit',
]

test(
  'a runner that is cut off or stopped again and again ends with the tables of a rebuild from zero',
  { timeout: 900_000 },
  async () => {
    const database = await engineDatabase()
    const { hostname, port } = new URL(database.appUrl)
    const proxy = await createCuttingProxy({ host: hostname, port: Number(port) })
    const { log, say } = talliesInMemory()
    const cutOff = { ...database, appUrl: through(database.appUrl, proxy.port) }
    const schedule = fc.sample(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(9)), {
      numRuns: 4 * CUTS.length * TIMES,
      seed: 20_260_321,
    })
    let runner = running(cutOff, { log, models: tallyModels })
    let stops = 0
    let head = 0
    for (const [round, [count, pick]] of schedule.entries()) {
      if (pick === 0) {
        // Stopped in the middle of whatever it does; the next one begins at once, beside it.
        const stopping = runner.stop()
        runner = running(cutOff, { log, models: tallyModels })
        await stopping
        stops += 1
      } else proxy.cutAnswerTo(CUTS[round % CUTS.length] ?? '')
      for (const event of tallies(count, round)) head = await say(event)
      if (pick % 3 === 0) continue // more is written before the runner has recovered
      await untilAt(database.pool, tallyModels, head)
    }
    await untilAt(database.pool, tallyModels, head)
    expect(stops).toBeGreaterThan(0)
    expect(proxy.cuts() + stops).toBeGreaterThan(2 * CUTS.length * TIMES)
    expect(await dump(database.pool, tallyModels)).toEqual(await fromZero(log))
    await runner.stop()
    await proxy.close()
  },
)

/** Runs a runner in a process of its own, until it has moved its checkpoints so many times, and kills it there. */
async function killedAfter(database: EngineDatabase, moves: number): Promise<void> {
  const child = spawn(
    process.execPath,
    [...program('tests/projections/engine/runner-process.ts'), database.appUrl, database.ownerUrl],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL')) // a test that is given up leaves nobody at work
  const exited = new Promise((resolve) => child.once('exit', resolve))
  let seen = 0
  for await (const line of createInterface({ input: child.stdout })) {
    if (line !== '') seen += 1
    if (seen >= moves) child.kill('SIGKILL')
  }
  await exited
  expect(child.signalCode).toBe('SIGKILL')
}

test(
  'a runner process that is killed again and again in the middle of its work loses and doubles nothing',
  { timeout: 900_000 },
  async () => {
    const database = await engineDatabase()
    const { hostname, port, pathname, username, password } = new URL(database.appUrl)
    const connection = { host: hostname, port: Number(port), database: pathname.slice(1), user: username, password }
    const store = createPostgresLog({ connection })
    const log = tallyLog(store)
    const say = createSay(log)
    const rounds = fc.sample(fc.integer({ min: 1, max: 12 }), { numRuns: 5 * TIMES, seed: 7 })
    const writing = { isOver: false }
    let head = 0
    const write = async () => {
      for (let round = 0; !writing.isOver; round += 1) {
        for (const event of tallies(20, round)) head = await say(event)
        // Never so far ahead that a killed runner has not begun to catch up.
        await until(
          async () => writing.isOver || Math.max(...(await positionsOf(database.pool)).values(), 0) > head - 60,
        )
      }
    }
    await prepareReadModels({ models: tallyModels, ...database })
    const written = write()
    for (const moves of rounds) await killedAfter(database, moves)
    writing.isOver = true
    await written
    running(database, { log, models: tallyModels })
    await untilAt(database.pool, tallyModels, head)
    expect(await dump(database.pool, tallyModels)).toEqual(await fromZero(log))
    await store.close()
  },
)
