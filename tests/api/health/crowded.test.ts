import { afterAll, beforeAll, expect, test } from 'vitest'
import { STRANGERS_AT_ONCE } from '#api/limits/lanes.ts'
import { createLoad } from '#api/limits/load.ts'
import { buildApp } from '#api/app.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { healthOf } from '#tests/api/running/health-of.ts'

const STRANGERS = 'sign-in of unknown browsers'

let demo: DemoApp
beforeAll(async () => {
  demo = await startDemoApp()
})
afterAll(() => demo.end())

test('a storm of sign-ins by strangers: health says that they are turned away, and how many', async () => {
  await expect.poll(async () => (await healthOf(demo)).status, { timeout: 20_000 }).toBe('green')
  const storm = Array.from({ length: 90 }, async (_, nth) => {
    const payload = { email: `guess-${nth}@chf.example`, password: 'Not-the-one-2026' }
    return (await demo.app.inject({ method: 'POST', url: '/api/login', payload })).statusCode
  })
  const turnedAway = 90 - 64 - STRANGERS_AT_ONCE
  // While they come: a few are served at once and 64 wait.
  await expect
    .poll(() => healthOf(demo))
    .toMatchObject({
      status: 'amber',
      says: expect.arrayContaining([`${STRANGERS}: full, ${turnedAway} refused in the last minute`]),
      lanes: expect.arrayContaining([expect.objectContaining({ name: STRANGERS, turned_away: turnedAway })]),
    })
  const health = await healthOf(demo)
  expect((await Promise.all(storm)).filter((status) => status === 503)).toHaveLength(turnedAway)
  // What anybody may read names nobody.
  expect(JSON.stringify(health)).not.toContain('guess-')
})

test('a call too many is turned away in words of its own, and health says so; it is never turned away itself', async () => {
  const load = createLoad(1)
  const context = { ...demo.context, load }
  const app = await buildApp(context)
  const somebody = {}
  load.enter(somebody, { name: 'somebody', most: 1, isOne: true })
  const refused = await app.inject({ url: '/api/coes' })
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json()).toEqual({
    message: 'Too many people are using the portal just now. Please try again in a moment.',
  })
  const health = await healthOf({ app, context })
  expect(health.calls).toEqual({ under_way: 1, turned_away: 1 })
  expect(health.says).toContain('too many requests at once: 1 were refused in the last minute')
  load.leave(somebody)
  expect((await app.inject({ url: '/api/coes' })).statusCode).toBe(200)
  await app.close()
})

test('health waits for nothing: not for the database, nor for one of the threads that compress', async () => {
  const never = () => new Promise<never>(() => undefined)
  const db = new Proxy(demo.context.db, { get: () => never })
  const context = { ...demo.context, db, pool: new Proxy(demo.context.pool, { get: () => never }) }
  const app = await buildApp(context)
  const answer = await app.inject({ url: '/api/health', headers: { 'accept-encoding': 'gzip, br' } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-encoding']).toBeUndefined()
  await app.close()
})
