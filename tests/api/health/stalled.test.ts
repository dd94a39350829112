import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { FaultProxy } from '#scripts/drill/fault-proxy.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { proxied } from '#tests/support/proxied.ts'
import { OWN } from '#tests/api/money/billing/hospital.ts'

let line: FaultProxy
let demo: DemoApp
let origin: string
let giver: Caller
const reports: string[] = []
beforeAll(async () => {
  const way = await proxied()
  line = way.line
  demo = await startDemoApp({ report: (message) => reports.push(message) }, way.reach)
  origin = await demo.app.listen({ host: '127.0.0.1', port: 0 })
  giver = await demo.as('FUND_ADMIN')
})
afterAll(async () => {
  line.become({ state: 'good' })
  await demo.end()
  await line.close()
})
afterEach(() => line.become({ state: 'good' }))

const health = async () => {
  const answer = await fetch(`${origin}/api/health`, { headers: { authorization: `Bearer ${'x'.repeat(40)}` } })
  const { data } = await answer.json()
  return { status: answer.status, data }
}
const readiness = async () => (await fetch(`${origin}/api/ready`)).status
const coes = async () => {
  const answer = await fetch(`${origin}/api/coes`)
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
}
const isBack = async () => {
  await expect.poll(async () => (await coes()).status, { timeout: 60_000 }).toBe(200)
  await expect.poll(async () => (await health()).data.status, { timeout: 60_000 }).toBe('green')
  expect(await readiness()).toBe(200)
}
const events = async () => Number((await demo.context.log.head()) ?? 0)

test('a database that says nothing: health answers and says so, calls answer 503, and all goes on after it', async () => {
  expect((await coes()).status).toBe(200)
  expect((await health()).data).toMatchObject({ status: 'green', says: [] })
  expect(await readiness()).toBe(200)
  reports.length = 0

  line.become({ state: 'swallowed', asked: true, answered: true })
  const underWay = coes()
  // It waits for nothing, so it answers before anybody knows; read models are shown as they were.
  expect((await health()).data.read_models.length).toBeGreaterThan(0)
  expect(await underWay).toMatchObject({ status: 503, retryAfter: '2' })
  await expect
    .poll(async () => (await health()).data, { timeout: 30_000 })
    .toMatchObject({
      status: 'red',
      says: expect.arrayContaining([expect.stringContaining('Requests are refused')]),
    })
  expect([(await health()).status, await readiness()]).toEqual([200, 503])
  const turnedAway = Array.from({ length: 50 }, coes)
  for (const answer of await Promise.all(turnedAway)) expect(answer).toMatchObject({ status: 503, retryAfter: '2' })

  // Long enough for everything that runs to have failed more than once.
  await expect.poll(() => demo.context.parts().some(({ failures }) => failures > 1), { timeout: 90_000 }).toBe(true)
  line.become({ state: 'good' })
  await isBack()

  expect(reports.filter((said) => said.startsWith('The database does not answer'))).toEqual([
    expect.stringMatching(/\(.*(timeout|terminated).*\)$/),
  ])
  expect(reports.filter((said) => said.startsWith('The database answers again'))).toEqual([
    expect.stringMatching(/after \d+ s$/),
  ])
  // Every line is another one, with its reason, and in one line: what repeats is counted.
  expect(new Set(reports).size, reports.join('\n')).toBe(reports.length)
  for (const said of reports) expect(said).toMatch(/^[^\n]+(\(.+\)|after \d+ s)$/)
}, 240_000)

/** More than the database may be silent until that is known, and less than two statements take that are given up. */
const GENEROUS_MS = 14_000
/** With what is read beside them no more calls than one account may have under way. */
const GIFTS = 12

test('a stall while calls are in progress: all are answered while it lasts, and a key is answered for good after it', async () => {
  const before = await events()
  const key = (nth: number) => `stalled ${nth}`
  const give = async (nth: number) => {
    const begun = performance.now()
    const answer = await giver.post('/api/pool/credit', { benefactor: 'A friend', credit: `${100 + nth}.00` }, key(nth))
    return { status: answer.statusCode, headers: answer.headers, body: answer.json(), ms: performance.now() - begun }
  }
  const find = async (url: string) => {
    const begun = performance.now()
    const { statusCode: status, headers } = await giver.get(url)
    return { status, headers, ms: performance.now() - begun }
  }

  // One stands still in its handler, at the log; the others wherever they are then: session, key, read models, answer.
  const calls: Promise<{ status: number; headers: object; ms: number }>[] = []
  for (let nth = 0; nth < GIFTS; nth += 1) {
    if (nth === GIFTS / 2) line.become({ state: 'held', from: 'event_log_append' })
    calls.push(give(nth), find('/api/pool/balance'), find(`/api/coes/${OWN}/funds`))
  }
  const answers = await Promise.all(calls)
  expect(demo.context.database.awaySince(), 'the stall still lasts').toBeDefined()
  for (const { status, headers, ms } of answers) {
    expect([200, 404, 503]).toContain(status)
    if (status === 503) expect(headers).toHaveProperty('retry-after')
    expect(ms).toBeLessThan(GENEROUS_MS)
  }
  expect(answers.some(({ status }) => status === 503)).toBe(true)

  line.become({ state: 'good' })
  await isBack()
  for (let nth = 0; nth < GIFTS; nth += 1) {
    await expect.poll(async () => (await give(nth)).status, { timeout: 30_000 }).toBe(200)
    const [first, again] = [await give(nth), await give(nth)]
    expect(again.body).toEqual(first.body)
  }
  // Each gift is counted for its day, asked for, moved and completed: four events, once each.
  expect(await events()).toBe(before + 4 * GIFTS)
}, 240_000)

test('what is done is said, though its answer can no longer be kept', async () => {
  const credit = { benefactor: 'A friend', credit: '77.00' }
  // From the statement on that keeps the answer.
  line.become({ state: 'held', from: 'update request_key set answer' })
  const begun = performance.now()
  const answer = await giver.post('/api/pool/credit', credit, 'cannot be kept')
  // A second, and not the twelve after which the statement is given up.
  expect(performance.now() - begun).toBeLessThan(8_000)
  expect(answer.statusCode).toBe(200)
  expect(line.isHolding, 'it was answered while the database stood still').toBe(true)
  line.become({ state: 'good' })
  await isBack()
  const again = async () => giver.post('/api/pool/credit', credit, 'cannot be kept')
  await expect.poll(async () => (await again()).statusCode, { timeout: 30_000 }).toBe(200)
  expect((await again()).json<{ data: { id: string } }>().data.id).toBe(answer.json<{ data: { id: string } }>().data.id)
}, 120_000)
