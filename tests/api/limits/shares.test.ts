import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { createLoad, MOST_OF_ONE_CALLER } from '#api/limits/load.ts'
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

test('of many calls of one account at once no more than its share is let in', async () => {
  const load = createLoad(500)
  let most = 0
  const counting = {
    ...load,
    enter(call: object, caller?: string) {
      const outcome = load.enter(call, caller)
      if (outcome === 'in' && caller !== undefined) held.add(call)
      most = Math.max(most, held.size)
      return outcome
    },
    leave(call: object) {
      held.delete(call)
      load.leave(call)
    },
  }
  const held = new Set<object>()
  const app = await buildApp({ ...demo.context, load: counting })
  const headers = { authorization: `Bearer ${auditor.token}` }
  const url = '/api/report/transactions/consolidated?limit=200'
  const calls = Array.from({ length: 200 }, () => app.inject({ url, headers }))
  const answers = await Promise.all(calls)
  expect(most).toBe(MOST_OF_ONE_CALLER)
  expect(countOf(answers, 429)).toBeGreaterThan(0)
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect(refused?.headers['retry-after']).toBe('2')
  expect(load.underWay()).toBe(0)
  expect((await app.inject({ url, headers })).statusCode).toBe(200)
  await app.close()
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
  const packed = await Promise.all(Array.from({ length: 50 }, () => get({ 'accept-encoding': 'gzip, deflate, br' })))
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
