import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { MOST_OF_ONE_CALLER } from '#api/limits/callers.ts'
import { type Caller as Sharer, createLoad } from '#api/limits/load.ts'
import type { Turns } from '#api/limits/turns.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
let auditor: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  auditor = await demo.as('AUDITOR')
})
afterAll(() => demo.end())

const countOf = (answers: readonly { statusCode: number }[], status: number) =>
  answers.filter(({ statusCode }) => statusCode === status).length

test('of many calls of one account at once no more than its share is let in, and six of those are at work', async () => {
  const load = createLoad(500)
  let most = 0
  const counting = {
    ...load,
    enter(call: object, caller: Sharer) {
      const outcome = load.enter(call, caller)
      if (outcome === 'in' && caller.name.startsWith('of ')) held.add(call)
      most = Math.max(most, held.size)
      return outcome
    },
    leave(call: object) {
      held.delete(call)
      load.leave(call)
    },
  }
  const held = new Set<object>()
  const { lanes } = demo.context
  const working = { now: 0, most: 0 }
  const calls: Turns = {
    ...lanes.calls,
    async take(caller, left) {
      const end = await lanes.calls.take(caller, left)
      working.now += 1
      working.most = Math.max(working.most, working.now)
      return () => {
        working.now -= 1
        end()
      }
    },
  }
  const app = await buildApp({ ...demo.context, load: counting, lanes: { ...lanes, calls } })
  const headers = { authorization: `Bearer ${auditor.token}` }
  expect((await app.inject({ url: '/api/users/profile', headers })).statusCode).toBe(200)
  const url = '/api/report/transactions/consolidated?limit=200'
  const answers = await Promise.all(Array.from({ length: MOST_OF_ONE_CALLER + 20 }, () => app.inject({ url, headers })))
  expect(most).toBe(MOST_OF_ONE_CALLER)
  expect(working).toEqual({ now: 0, most: 6 })
  expect(countOf(answers, 429)).toBeGreaterThan(0)
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect(refused?.headers['retry-after']).toBe('2')
  expect(load.underWay()).toBe(0)
  expect((await app.inject({ url, headers })).statusCode).toBe(200)
  await app.close()
})

/** Asks again and again until told to stop, heeding no answer, as `count` callers; gives how often it was answered 200 and not. */
function flood(count: number, ask: (nth: number) => Promise<{ readonly statusCode: number }>) {
  let isOver = false
  const answers = { served: 0, refused: 0 }
  const callers = Array.from({ length: count }, async (_, nth) => {
    while (!isOver) answers[(await ask(nth)).statusCode === 200 ? 'served' : 'refused'] += 1
  })
  return {
    answers,
    end() {
      isOver = true
      return Promise.all(callers)
    },
  }
}

/** The largest share of those who flood below (callers.ts), the room there is, and how many they are. */
const [LARGEST_SHARE, ROOM, FLOOD] = [100, 120, 150]

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
test.each([
  [`${FLOOD} strangers`, () => ({ url: '/api/coes' })],
  [
    `${FLOOD} made-up tokens`,
    (nth: number) => ({ url: '/api/wallet', headers: bearer(`made-up-token-${nth}-made-up`) }),
  ],
  [`${FLOOD} calls of one account`, () => ({ url: '/api/coes', headers: bearer(auditor.token) })],
])(
  'while %s ask again and again, every call of a signed-in person is answered',
  async (_, asked) => {
    const load = createLoad(ROOM)
    const app = await buildApp({ ...demo.context, load })
    const staff = await demo.as('COE_STAFF')
    const get = async ({ token }: Caller) =>
      (await app.inject({ url: '/api/users/profile', headers: bearer(token) })).statusCode
    for (const one of [staff, auditor]) expect(await get(one)).toBe(200)
    const { answers, end } = flood(FLOOD, (nth) => app.inject(asked(nth)))
    const statuses: number[] = []
    for (let nth = 0; nth < 20; nth += 1) statuses.push(await get(staff))
    await end()
    expect(statuses).toEqual(statuses.map(() => 200))
    expect(answers.refused).toBeGreaterThanOrEqual(FLOOD - LARGEST_SHARE)
    expect(load.underWay()).toBe(0)
    await app.close()
  },
  60_000,
)

test('who asks again and again hears fifty refusals a second, one after the other', async () => {
  const begun = performance.now()
  const refusedAfterMs: number[] = []
  const asked = Array.from({ length: 120 }, async () => {
    const { statusCode } = await demo.app.inject({ url: '/api/coes' })
    if (statusCode === 503) refusedAfterMs.push(performance.now() - begun)
  })
  await Promise.all(asked)
  expect(refusedAfterMs.length).toBe(80)
  // The nth comes 20 ms after the one before; a slow machine is later, and never sooner.
  for (const [nth, ms] of refusedAfterMs.entries()) expect(ms).toBeGreaterThan(nth * 20 - 100)
}, 60_000)

test('who has used up their own share is told so; one of a crowd is turned away for want of room, and counted', () => {
  const load = createLoad(10)
  const person = { name: 'of somebody', most: 1, isOne: true }
  const crowd = { name: 'strangers', most: 2, isOne: false }
  expect([load.enter({}, person), load.enter({}, person)]).toEqual(['in', 'no share'])
  expect(load.turnedAway.within(60)).toBe(0)
  const stranger = {}
  expect([load.enter(stranger, crowd), load.enter({}, crowd), load.enter({}, crowd)]).toEqual(['in', 'in', 'no room'])
  expect(load.turnedAway.within(60)).toBe(1)
  // Known now, it takes the person's share and leaves the crowd's to others, when there is some.
  expect(load.enter(stranger, person)).toBe('no share')
  expect(load.enter(stranger, { ...person, most: 2 })).toBe('in')
  expect([load.enter({}, crowd), load.underWay()]).toEqual(['in', 4])
})

test('the description of the API is made once: the same bytes for all, and none for whoever has them', async () => {
  let made = 0
  const app = await buildApp(demo.context)
  await app.ready()
  const { swagger } = app
  Object.assign(app, { swagger: () => ((made += 1), swagger()) })
  const get = (headers = {}, url = '/api/openapi.json') => app.inject({ url, headers })
  const plain = await get()
  expect(plain.json()).toMatchObject({ openapi: expect.any(String) })
  const packed = await Promise.all(Array.from({ length: 10 }, () => get({ 'accept-encoding': 'gzip, deflate, br' })))
  for (const { headers, rawPayload } of packed) {
    expect(headers['content-encoding']).toBe('br')
    expect(rawPayload.equals(packed[0]?.rawPayload ?? Buffer.of())).toBe(true)
  }
  expect(made).toBe(1)
  const again = await get({ 'if-none-match': plain.headers['etag'] })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await get({}, '/api/docs/json')).body).toBe(plain.body)
  await app.close()
})
