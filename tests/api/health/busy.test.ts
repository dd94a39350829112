import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabaseWatch } from '#api/health/database-watch.ts'
import { createClock } from '#commands/clock.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { proxied } from '#tests/support/proxied.ts'

let demo: DemoApp
beforeAll(async () => {
  demo = await startDemoApp()
})
afterAll(() => demo.end())

/** Longer than the watch waits for an answer. */
const BUSY_MS = 3_200

/** More misses than it takes for the database to be away. */
const BLOCKS = 3

/** As who computes: nothing else of this thread has a turn; the processor is left to other tests. */
const keepBusy = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS)

test('a process that does not get to run takes nobody for absent', async () => {
  const said: string[] = []
  // Over a line on which an answer takes longer than the process has between two blocks.
  const { line, reach } = await proxied()
  const { appUrl } = reach(demo.database)
  const watch = await openDatabaseWatch({
    appUrl,
    clock: createClock(),
    now: Date.now,
    report: (message) => said.push(message),
  })
  const { signal } = new AbortController()
  await watch.look(signal)
  line.become({ state: 'slow', ms: 100 })
  let [blocks, misses] = [0, 0]
  const seeing = setInterval(() => (misses += watch.isHeard() ? 0 : 1), 5)
  const busy = setInterval(() => {
    keepBusy()
    blocks += 1
    if (blocks === BLOCKS) clearInterval(busy)
  }, 10)
  while (blocks < BLOCKS) await watch.look(signal)
  await watch.look(signal)
  clearInterval(seeing)
  expect([watch.awaySince(), misses]).toEqual([undefined, 0])
  expect(said).toEqual([])
  await watch.close()
  await line.close()
})

test('while all connections are in use a call is told that many use the portal, and health stays as it is', async () => {
  const taken: pg.PoolClient[] = []
  for (let nth = 0; nth < 20; nth += 1) taken.push(await demo.context.pool.connect())
  const refused = await demo.app.inject({ url: '/api/coes' })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2'])
  expect(refused.json()).toEqual({
    message: 'Too many people are using the portal just now. Please try again in a moment.',
  })
  // What works by itself may have had its turn meanwhile, and says rightly that it could not.
  const { says } = await healthOf(demo)
  expect(says.filter((one) => !one.endsWith(' has failed and starts again'))).toEqual([])
  for (const client of taken) client.release()
  expect((await demo.app.inject({ url: '/api/coes' })).statusCode).toBe(200)
})

test('a statement that takes too long is told apart from records that cannot be reached', async () => {
  const blocker = new pg.Client(demo.database.superuserUrl)
  await blocker.connect()
  await blocker.query('begin; lock table coe in access exclusive mode')
  const refused = await demo.app.inject({ url: '/api/coes' })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2'])
  expect(refused.json()).toEqual({
    message: 'The portal could not answer this in time. Please try again in a moment.',
  })
  await blocker.end()
})
