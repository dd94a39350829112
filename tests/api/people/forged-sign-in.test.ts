import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { handle } from '#commands/handle.ts'
import { user } from '#domain/people/user/user.ts'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'

// Somebody with the database's app role, who would have the portal record what they want under another's name.
let demo: DemoApp
let before: number
beforeAll(async () => void (demo = await startDemoApp()))
beforeEach(async () => void (before = await demo.context.eventLog.head()))
afterAll(() => demo.end())

const asApp = (text: string, values: readonly unknown[] = []) => demo.context.pool.query(text, [...values])
const credit = async ({ token }: Pick<Caller, 'token'>) =>
  (
    await demo.app.inject({
      method: 'POST',
      url: '/api/pool/credit',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
      payload: { benefactor: 'No one', credit: '10000000.00' },
    })
  ).statusCode
const profile = async ({ token }: Pick<Caller, 'token'>) =>
  (await demo.app.inject({ url: '/api/users/profile', headers: { authorization: `Bearer ${token}` } })).statusCode
const hashOf = (token: string) => createHash('sha256').update(token).digest()
const giver = () => personOf('FUND_ADMIN').userId

test('a session that was put into the table lets nobody in', async () => {
  const token = 'a-token-of-my-own-choice'
  const own = await demo.as('ANALYST')
  await asApp(
    `insert into session (token_hash, user_id, created_at, last_seen_at, expires_at, mac)
     select $1, $2, created_at, last_seen_at, expires_at, mac from session where token_hash = $3`,
    [hashOf(token), giver(), hashOf(own.token)],
  )
  expect([await profile({ token }), await credit({ token })]).toEqual([401, 401])
})

test.each([
  ['given to another person', 'user_id = $2'],
  ['made to act in another’s place', 'on_behalf_of = $2'],
  ['made longer', "expires_at = expires_at + interval '1 day', address = $2"],
])('an own session that was %s ends', async (_, change) => {
  const own = await demo.as('ANALYST')
  expect(await profile(own)).toBe(200)
  await asApp(`update session set ${change} where token_hash = $1`, [hashOf(own.token), giver()])
  expect([await profile(own), await credit(own)]).toEqual([401, 401])
  expect(await demo.context.eventLog.head()).toBe(before)
})

test('a password that was copied to another person lets nobody in', async () => {
  await asApp(
    `update credential set (password_hash, mac) = (select password_hash, mac from credential where user_id = $1) where user_id = $2`,
    [personOf('ANALYST').userId, giver()],
  )
  const { email } = personOf('FUND_ADMIN')
  const answer = await demo.app.inject({
    ...{ method: 'POST', url: '/api/login', payload: { email, password: 'Demo-pass-2026' } },
  })
  expect(answer.statusCode).toBe(401)
})

test('the roles of whoever writes are what the log says, whatever the table does', async () => {
  const own = await demo.as('ANALYST')
  const change = 'update user_account set role_ids = (select role_ids from user_account where id = $1) where id = $2'
  await asApp(change, [giver(), own.person.userId])
  expect([await profile(own), await credit(own)]).toEqual([200, 403])
  expect(await demo.context.eventLog.head()).toBe(before)
})

test('what a role may do is what the log says, for whoever writes', async () => {
  const own = await demo.as('AUDITOR')
  await asApp(
    `update role set permissions = (select permissions from role where role = 'FUND_ADMIN') where role = 'AUDITOR'`,
  )
  expect([await profile(own), await credit(own)]).toEqual([200, 403])
  expect(await demo.context.eventLog.head()).toBe(before)
})

test('whether somebody may sign in is what the log says, for whoever writes', async () => {
  const own = await demo.as('FUND_ADMIN', 2)
  const { userId } = own.person
  const origin = { roles: [], permission: '', correlationId: 'test' }
  const command = { type: 'DeactivateUser' as const, id: crypto.randomUUID(), by: 'operator', data: { userId }, origin }
  const done = await handle(demo.context.handler, user, userId, { ...command, at: new Date().toISOString() })
  if (done.outcome === 'refused') throw new Error('refused')
  await demo.context.caughtUp(done.position)
  expect(await profile(own)).toBe(401)
  await asApp("update user_account set status = 'active' where id = $1", [userId])
  expect([await profile(own), await credit(own)]).toEqual([200, 401])
})
