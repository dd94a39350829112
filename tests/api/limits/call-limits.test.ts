import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CALL_LIMITS, type CallLimit } from '#api/limits/call-limits.ts'
import { apiRoutes } from '#tests/support/api-routes.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { listenOn } from '#tests/support/large-export.ts'
import { secondProcess, type SecondProcess } from './second-process.ts'

const PROXY = ['loopback']
let demo: DemoApp
let second: SecondProcess
let ports: readonly [number, number]
beforeAll(async () => {
  demo = await startDemoApp({ trustProxy: PROXY })
  second = await secondProcess(demo, ...PROXY)
  ports = [await listenOn(demo), second.port]
})
afterAll(async () => {
  await second.end()
  await demo.end()
})

function pdf(): FormData {
  const form = new FormData()
  form.append('file', new Blob(['%PDF-1.7\n% a report\n']), 'report.pdf')
  return form
}
/** For each limit a call that counts under it, and who may make it. */
const CALLS: Readonly<Record<CallLimit, { role: string; other: string; path: string; init?: () => RequestInit }>> = {
  export: { role: 'AUDITOR', other: 'FUND_ADMIN', path: '/api/fundings/csv?end_date=2000-01-01' },
  upload: {
    role: 'COE_STAFF',
    other: 'DOCTOR',
    path: '/api/documents',
    init: () => ({ method: 'POST', body: pdf() }),
  },
  search: { role: 'AUDITOR', other: 'SUPER_ADMIN', path: '/api/ledger/wallets?search=pool' },
}
const LIMITS = Object.entries(CALL_LIMITS).map(([name, limit]) => [name as CallLimit, limit] as const)

/** One call to the first or the second process, from an address behind the proxy. */
function call(limit: CallLimit, by: Caller, process: 0 | 1, address = '41.58.0.7'): Promise<Response> {
  const { path, init } = CALLS[limit]
  const headers = { authorization: `Bearer ${by.token}`, 'x-forwarded-for': address }
  return fetch(`http://127.0.0.1:${ports[process]}${path}`, { ...init?.(), headers })
}
const statusOf = async (answer: Promise<Response>) => (await answer).status
const setUsed = (key: string, used: number, endsInMs: number) =>
  demo.context.pool.query(
    `insert into call_count values ($1, $2, $3)
     on conflict (key) do update set used = excluded.used, resets_at = excluded.resets_at`,
    [key, used, new Date(Date.now() + endsInMs)],
  )

test.each(LIMITS)(
  '%s: the last call within the limit is answered, the next is not, in either process',
  async (limit, { most, windowMs, words }) => {
    const [caller, other] = [await demo.as(CALLS[limit].role), await demo.as(CALLS[limit].other)]
    const key = `${limit}:${caller.person.userId}`
    // The first call begins the window; the ones between are made quickly.
    expect(await statusOf(call(limit, caller, 0))).toBe(200)
    await setUsed(key, most - 2, windowMs)
    expect(await statusOf(call(limit, caller, 1))).toBe(200)
    expect(await statusOf(call(limit, caller, 0))).toBe(200)
    const refused = await Promise.all([call(limit, caller, 1), call(limit, caller, 0)])
    for (const answer of refused) {
      expect(answer.status).toBe(429)
      const seconds = Number(answer.headers.get('retry-after'))
      expect(seconds).toBeLessThanOrEqual(windowMs / 1000)
      expect(seconds).toBeGreaterThan(windowMs / 1000 - 60)
      const { message } = (await answer.json()) as { message: string }
      expect(message).toMatch(`${words} You can go on in `)
    }
    expect(words).toContain(String(most))
    // Each account has its own, behind the same address.
    expect(await statusOf(call(limit, other, 1))).toBe(200)
    // When the window has passed a new one begins.
    await setUsed(key, most + 1, -1)
    expect(await statusOf(call(limit, caller, 1))).toBe(200)
    const { rows } = await demo.context.pool.query('select used from call_count where key = $1', [key])
    expect(rows).toEqual([{ used: 1 }])
  },
)

test('of many calls at once to both processes exactly as many are answered as the limit says', async () => {
  const caller = await demo.as('AUDITOR')
  await setUsed(`export:${caller.person.userId}`, 58, 3_600_000)
  const statuses = await Promise.all(
    Array.from({ length: 30 }, (_, nth) => statusOf(call('export', caller, nth % 2 === 0 ? 0 : 1))),
  )
  expect(statuses.filter((status) => status !== 429)).toEqual([200, 200])
})

test.each(LIMITS)('%s: an address behind the proxies has twenty times the limit', async (limit, { most, windowMs }) => {
  const [caller, other] = [await demo.as(CALLS[limit].role), await demo.as(CALLS[limit].other)]
  await setUsed(`${limit}:${caller.person.userId}`, 0, windowMs)
  await setUsed(`${limit}:${other.person.userId}`, 0, windowMs)
  await setUsed(`${limit}-from:41.58.0.9`, most * 20 - 1, windowMs)
  expect(await statusOf(call(limit, caller, 0, '41.58.0.9'))).toBe(200)
  expect(await statusOf(call(limit, other, 1, '41.58.0.9'))).toBe(429)
  expect(await statusOf(call(limit, other, 0, '41.58.0.10'))).toBe(200)
})

const usedOf = async (key: string) =>
  (await demo.context.pool.query<{ used: number }>('select used from call_count where key = $1', [key])).rows[0]?.used

test('a call that finds no room in its lane is not counted', async () => {
  const caller = await demo.as('AUDITOR')
  const key = `export:${caller.person.userId}`
  await setUsed(key, 58, 3_600_000)
  const left = Array.from({ length: 20 }, () => new AbortController())
  const others = left.map(({ signal }, nth) => demo.context.exports.connect(`of ${nth % 4}`, signal))
  expect(demo.context.exports.state().isFull).toBe(true)
  for (let again = 0; again < 5; again += 1) {
    const refused = await call('export', caller, 0)
    expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining('Many exports')])
  }
  expect(await usedOf(key)).toBe(58)
  for (const one of left) one.abort()
  for (const taken of await Promise.allSettled(others)) if (taken.status === 'fulfilled') taken.value.release()
  expect(await statusOf(call('export', caller, 0))).toBe(200)
  expect(await statusOf(call('export', caller, 1))).toBe(200)
  expect(await statusOf(call('export', caller, 0))).toBe(429)
  expect(await usedOf(key)).toBe(60)
})

test('of many calls at once that one key refuses, none is counted under the other', async () => {
  const caller = await demo.as('AUDITOR')
  const [own, address] = [`export:${caller.person.userId}`, 'export-from:41.58.0.11']
  await setUsed(own, 0, 3_600_000)
  await setUsed(address, 60 * 20 - 1, 3_600_000)
  // All of them find room, and wait for one another to take it.
  const holder = await demo.context.pool.connect()
  await holder.query('begin')
  await holder.query('select from call_count where key = $1 for update', [address])
  const calls = Array.from({ length: 6 }, (_, nth) =>
    statusOf(call('export', caller, nth % 2 === 0 ? 0 : 1, '41.58.0.11')),
  )
  const waiting = async () =>
    (
      await demo.context.pool.query(
        `select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like 'with wanted as%'`,
      )
    ).rowCount
  await expect.poll(waiting).toBe(calls.length)
  await holder.query('commit')
  holder.release()
  const statuses = await Promise.all(calls)
  expect(statuses.filter((status) => status !== 429)).toEqual([200])
  expect([await usedOf(own), await usedOf(address)]).toEqual([1, 60 * 20])
})

test('a call that is not allowed at all is not counted', async () => {
  const patient = await demo.as('PATIENT')
  expect(await statusOf(call('search', patient, 0))).toBe(403)
  const { rows } = await demo.context.pool.query('select from call_count where key = $1', [
    `search:${patient.person.userId}`,
  ])
  expect(rows).toEqual([])
})

/** These look for a number, a code or a name in a catalogue, or for one whole CHF id: no person is found by them. */
const FINDS_NOBODY = [
  '/api/coes/:id/billings',
  '/api/coes/:id/disputes',
  '/api/coes/:id/invoice',
  '/api/coes/list',
  '/api/coes/search/:term',
  '/api/coestaff/:id/transactions',
  '/api/coestaff/transactions',
  '/api/disputes',
  '/api/fanda/payment',
  '/api/fundings',
  '/api/invoices',
  '/api/ledger/accounts',
  '/api/holidays',
  '/api/patients/billing_history',
  '/api/patients/billing_history/:id',
  '/api/product',
  '/api/products/list',
  '/api/report/transactions/consolidated',
  '/api/service_categories/list',
  '/api/services/coe',
  '/api/services/list',
  '/api/services/prices',
  '/api/transaction/search',
  '/api/transactions',
  '/api/transactions/dispute',
  '/api/v2/transactions',
]

/** These find people under other names than `search`. */
const FINDS_PEOPLE = ['/api/search', '/api/secure/superadmin/support/anonymous/auth', '/api/users/lookup']

test('every export, upload and search for people declares its limit, and nothing else does', async () => {
  const routes = await apiRoutes(demo.context)
  const fieldsOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])
  const expected = routes.map(({ url, takesFile, querystring, params, body }) => {
    if (url.endsWith('/csv')) return 'export'
    if (takesFile) return 'upload'
    const fields = [querystring, params, body].flatMap(fieldsOf)
    const isSearch =
      FINDS_PEOPLE.includes(url) || url.includes('/search/:') || fields.some((field) => ['search', 'q'].includes(field))
    return isSearch && !FINDS_NOBODY.includes(url.replace(/\/totals$/, '')) ? 'search' : undefined
  })
  expect(routes.map(({ method, url, limit }) => [method, url, limit])).toEqual(
    routes.map(({ method, url }, index) => [method, url, expected[index]]),
  )
  for (const limit of Object.keys(CALL_LIMITS)) expect(expected).toContain(limit)
  expect(FINDS_NOBODY.filter((known) => !routes.some(({ url }) => url === known))).toEqual([])
})
