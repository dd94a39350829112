import { request } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { FaultProxy } from '#scripts/drill/fault-proxy.ts'
import { DEMO_PEOPLE } from '#scripts/demo/people/demo-people.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { listenOn } from '#tests/support/large-export.ts'
import { proxied } from '#tests/support/proxied.ts'

/** As limits/load.ts has it. */
const MOST_AT_ONCE = 300
/** As limits/callers.ts has it. */
const MOST_OF_STRANGERS = 40
/** More than both. */
const MANY = 340

let proxy: FaultProxy
let demo: DemoApp
let port: number
let tokens: readonly string[]
beforeAll(async () => {
  const way = await proxied()
  proxy = way.line
  demo = await startDemoApp({}, way.reach)
  port = await listenOn(demo)
  // So many people that nobody comes near their own share.
  const roles = [...new Set(DEMO_PEOPLE.map(({ role }) => role))]
  tokens = await Promise.all(roles.map(async (role) => (await demo.as(role)).token))
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

test.each([
  ['strangers', MOST_OF_STRANGERS],
  ['people who are signed in', MOST_AT_ONCE],
])(
  'while the database stalls, calls of %s beyond %i are turned away, health answers, and all is well afterwards',
  async (whose, most) => {
    const path = whose === 'strangers' ? '/api/coes' : '/api/users/profile'
    const tokenOf = (nth: number) => (whose === 'strangers' ? undefined : tokens[nth % tokens.length])
    for (const nth of tokens.keys()) expect((await get(path, tokenOf(nth))).status).toBe(200)
    proxy.become({ state: 'swallowed', asked: true, answered: true })
    const entering = vi.spyOn(demo.context.load, 'enter')
    const turnedAway = () => entering.mock.results.filter(({ value }) => value === 'no room').length
    const calls = Array.from({ length: MANY }, (_, nth) => get(path, tokenOf(nth)))
    // The others wait for Postgres for seconds, and the watch needs two misses of three to know: these wait for neither.
    await expect.poll(turnedAway).toBe(MANY - most)
    expect(demo.context.database.awaySince()).toBeUndefined()
    expect((await get('/api/health')).status).toBe(200)
    for (const answer of await Promise.all(calls)) expect(answer).toEqual({ status: 503, retryAfter: '2' })
    entering.mockRestore()

    proxy.become({ state: 'good' })
    await expect.poll(async () => (await get(path, tokenOf(0))).status, { timeout: 60_000 }).toBe(200)
    const after = await Promise.all(Array.from({ length: 40 }, () => get(path, tokenOf(0))))
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 200))
  },
  180_000,
)
