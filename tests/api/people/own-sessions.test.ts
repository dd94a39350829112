import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '#api/people/session/sessions.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { inject } from 'vitest'

let demo: DemoApp
let second: TestApp
beforeAll(async () => {
  demo = await startDemoApp()
  // Another process of the same portal.
  second = await startTestApp(
    { roles: { api: true, projections: false, processes: false }, secretsDir: demoSecrets(inject('runDir')) },
    { ...demo.database, drop: async () => undefined },
  )
})
afterAll(async () => {
  await second.end()
  await demo.end()
})

type Listed = { id: string; device: string | null; address: string | null; since: string; is_this: boolean }
const call = (method: 'GET' | 'DELETE', url: string, token: string, app: TestApp = demo) =>
  app.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
const listed = async (token: string) => (await call('GET', '/api/sessions', token)).json<{ data: Listed[] }>().data
const open = async (role: string, device: string, address = '10.1.2.3') =>
  (await openSession(demo.context, { userId: personOf(role).userId, device, address })).token

test('somebody sees where they are signed in, this session first, and nothing by which one could be one', async () => {
  const [here, there] = [await open('DFA', 'A desk'), await open('DFA', 'A phone', '10.9.9.9')]
  const sessions = await listed(here)
  expect(sessions.map(({ device, address, is_this: isThis }) => [device, address, isThis])).toEqual([
    ['A desk', '10.1.2.3', true],
    ['A phone', '10.9.9.9', false],
  ])
  const { rows } = await demo.context.pool.query<{ hash: string }>(
    `select encode(token_hash, 'hex') as hash from session`,
  )
  const text = JSON.stringify(sessions)
  expect([here, there, ...rows.map(({ hash }) => hash)].filter((secret) => text.includes(secret))).toEqual([])
})

test('one is signed out on every process with its next call, and nobody ends another’s', async () => {
  const [here, there, stranger] = [await open('PERMSEC', 'A'), await open('PERMSEC', 'B'), await open('NCCP', 'C')]
  const id = (await listed(here)).find(({ is_this: isThis }) => !isThis)?.id ?? ''
  expect((await call('GET', '/api/users/profile', there, second)).statusCode).toBe(200)
  expect((await call('DELETE', `/api/sessions/${id}`, stranger)).statusCode).toBe(404)
  expect((await call('DELETE', `/api/sessions/${id}`, here)).statusCode).toBe(200)
  expect((await call('GET', '/api/users/profile', there, second)).statusCode).toBe(401)
  expect((await call('GET', '/api/users/profile', here, second)).statusCode).toBe(200)
  // It has ended, and is no more there to be ended.
  expect((await call('DELETE', `/api/sessions/${id}`, here)).statusCode).toBe(404)
  expect((await call('DELETE', '/api/sessions/no-such', here)).statusCode).toBe(404)
})

test('all others are signed out at once, and this one goes on', async () => {
  const tokens = [await open('DHS', 'A'), await open('DHS', 'B'), await open('DHS', 'C')] as const
  const [here, ...others] = tokens
  const answer = await call('DELETE', '/api/sessions', here)
  expect(answer.json()).toMatchObject({ data: { signed_out: 2 } })
  for (const token of others) expect((await call('GET', '/api/users/profile', token, second)).statusCode).toBe(401)
  expect(await listed(here)).toHaveLength(1)
})

test('whoever sees the portal as somebody else ends no session: a visit changes nothing', async () => {
  const [mine, theirs] = [await open('SUPPORT', 'Support'), await open('PATIENT', 'A patient')]
  const { token: acting } = await openSession(demo.context, {
    userId: personOf('SUPPORT').userId,
    onBehalfOf: personOf('PATIENT').userId,
  })
  expect(await listed(acting)).toHaveLength(2)
  expect((await call('DELETE', '/api/sessions', acting)).statusCode).toBe(403)
  for (const token of [mine, theirs]) expect((await call('GET', '/api/users/profile', token)).statusCode).toBe(200)
})
