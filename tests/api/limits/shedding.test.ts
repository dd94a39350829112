import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FaultProxy } from '#scripts/drill/fault-proxy.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { listenOn } from '#tests/support/large-export.ts'
import { proxied } from '#tests/support/proxied.ts'

/** As limits/load.ts has it. */
const MOST_AT_ONCE = 300
const MANY = 600

let proxy: FaultProxy
let demo: DemoApp
let port: number
let staff: Caller
beforeAll(async () => {
  const way = await proxied()
  proxy = way.line
  demo = await startDemoApp({}, way.reach)
  port = await listenOn(demo)
  staff = await demo.as('COE_STAFF')
})
afterAll(async () => {
  proxy.become({ state: 'good' })
  await demo.end()
  await proxy.close()
})

type Answered = { readonly status: number | undefined; readonly retryAfter: string | undefined }
const get = (path: string, token?: string) =>
  new Promise<Answered>((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode, retryAfter: answer.headers['retry-after'] })
    })
    sent.on('error', reject).end()
  })

test.each(['strangers', 'people who are signed in'])(
  'while the database stalls, calls of %s beyond 300 are turned away at once, health answers, and all is well afterwards',
  async (whose) => {
    const [path, token] = whose === 'strangers' ? ['/api/coes'] : ['/api/users/profile', staff.token]
    proxy.become({ state: 'swallowed', asked: true, answered: true })
    const answers: Answered[] = []
    const calls = Array.from({ length: MANY }, async () => answers.push(await get(path ?? '', token)))
    // The others wait for Postgres for seconds, and the watch needs two misses of three to know: these wait for neither.
    await expect.poll(() => answers.length).toBe(MANY - MOST_AT_ONCE)
    expect(demo.context.database.awaySince()).toBeUndefined()
    expect((await get('/api/health')).status).toBe(200)
    await Promise.all(calls)
    for (const answer of answers) expect(answer).toEqual({ status: 503, retryAfter: '2' })

    proxy.become({ state: 'good' })
    await expect.poll(async () => (await get(path ?? '', token)).status, { timeout: 60_000 }).toBe(200)
    const after = await Promise.all(Array.from({ length: 100 }, () => get(path ?? '', token)))
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 200))
  },
  180_000,
)
