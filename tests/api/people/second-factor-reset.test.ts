import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PersonDetail } from '#api/people/contracts/staff.ts'
import type { FactorOfPerson, OwnFactor, ResetNotices } from '#api/people/contracts/second-factor.ts'
import { handle } from '#commands/handle.ts'
import { secondFactor } from '#domain/people/second-factor/second-factor.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { refusal } from '#tests/api/money/billing/hospital.ts'
import { command } from '#tests/support/command.ts'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
let one: Caller
let two: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  one = await demo.as('SUPER_ADMIN')
  two = await demo.as('SUPER_ADMIN', 2)
})
afterAll(() => demo.end())

const SECRET = 'JBSWY3DPEHPK3PXP'
const pathOf = (userId: string) => `/api/users/${userId}/second_factor`
const seen = async (by: Caller, userId: string) => (await by.get(pathOf(userId))).json<FactorOfPerson>().data
/** Whose resets the bell tells somebody of. */
const noticed = async (by: Caller) =>
  (await by.get('/api/notification/factor_resets')).json<ResetNotices>().data.map((notice) => [notice.id, notice.by])
const ask = (by: Caller, userId: string, reason = 'Called from the number that we know') =>
  by.post(`${pathOf(userId)}/reset`, { reason })
const confirm = (by: Caller, userId: string, reset_id: string) =>
  by.post(`${pathOf(userId)}/reset/confirm`, { reset_id })
const decline = (by: Caller, userId: string, reset_id: string) =>
  by.post(`${pathOf(userId)}/reset/decline`, { reset_id, reason: 'Found again' })
const signIn = (email: string) =>
  demo.app.inject({ method: 'POST', url: '/api/login', payload: { email, password: DEMO_PASSWORD } })
const asked = async (by: Caller, userId: string) => (await ask(by, userId)).json<{ data: { id: string } }>().data.id
const mailed = async (userId: string) => {
  const { rows } = await demo.context.pool.query<{ template: string }>(
    'select template from outbox where recipient = $1',
    [userId],
  )
  return rows.map(({ template }) => template)
}

async function withPhone(role: string, second?: 2) {
  const { userId, email } = personOf(role, second)
  const recovery = { recovery: ['0'.repeat(64)], pepper: 1 }
  const enrol = { userId, enrolmentId: crypto.randomUUID(), secret: SECRET, ...recovery }
  await handle(demo.context.handler, secondFactor, userId, command('EnrolSecondFactor', enrol, { by: userId }))
  return { userId, email, session: await demo.as(role, second) }
}

test('one administrator asks, another confirms: the phone is gone, every session ends, and the person is mailed', async () => {
  const { userId, email, session } = await withPhone('DFA')
  expect((await signIn(email)).json()).toMatchObject({ data: { second_factor: 'code' } })
  const resetId = await asked(one, userId)
  // The second administrator hears of it, and whoever asked does not.
  await demo.context.caughtUp(await demo.context.log.head())
  await expect.poll(() => mailed(two.person.userId)).toContain('reset to confirm')
  expect(await mailed(one.person.userId)).not.toContain('reset to confirm')
  expect(await noticed(two)).toEqual([[userId, `${one.person.firstName} ${one.person.lastName}`]])
  expect(await noticed(one)).toEqual([])
  expect(await seen(one, userId)).toMatchObject({ is_on: true, reset: { id: resetId, is_own: true } })
  expect(await seen(two, userId)).toMatchObject({
    reset: { asked_by: `${one.person.firstName} ${one.person.lastName}`, is_own: false },
  })
  expect(refusal(await confirm(one, userId, resetId))).toMatchObject({ status: 422, fields: ['reset_id'] })
  expect((await session.get('/api/users/profile')).statusCode).toBe(200)
  const done = await confirm(two, userId, resetId)
  expect(done.statusCode).toBe(200)
  expect(await noticed(two)).toEqual([])
  expect((await session.get('/api/users/profile')).statusCode).toBe(401)
  expect(await seen(one, userId)).toEqual({ is_on: false, since: null, reset: null })
  const record = await one.get(`/api/users/${userId}`)
  const told = record.json<{ data: PersonDetail }>().data.history.map(({ what }) => what)
  expect(told.slice(0, 3)).toEqual([
    'The phone was reset and all sessions ended',
    'A reset of the phone was requested: Called from the number that we know',
    'A phone was set up to sign in',
  ])
  expect(record.body).not.toContain(SECRET)
  expect((await signIn(email)).json()).toMatchObject({ data: { access_token: expect.any(String) } })
  // It has had its one outcome: nobody else ends it once more.
  expect((await confirm(two, userId, resetId)).statusCode).toBe(200)
  for (const late of [
    await decline(two, userId, resetId),
    await decline(one, userId, resetId),
    await confirm(one, userId, resetId),
  ])
    expect(refusal(late)).toMatchObject({ status: 409, message: 'This reset has already been confirmed' })
  await expect
    .poll(() => mailed(userId), { timeout: 20_000 })
    .toEqual(expect.arrayContaining(['second factor on', 'reset asked', 'second factor reset']))
})

test('it is declined by another, taken back by whoever asked, and stopped by whose it is', async () => {
  const { userId, session } = await withPhone('DHS')
  for (const by of [one, two]) {
    expect((await decline(by, userId, await asked(one, userId))).statusCode).toBe(200)
    expect(await seen(one, userId)).toMatchObject({ is_on: true, reset: null })
  }
  const resetId = await asked(one, userId)
  expect(refusal(await ask(two, userId))).toMatchObject({ status: 409 })
  const { reset } = (await session.get('/api/second_factor')).json<OwnFactor>().data
  expect(reset).toMatchObject({ id: resetId, reason: 'Called from the number that we know' })
  const stopped = await session.post('/api/second_factor/reset/decline', { reset_id: resetId, reason: 'I have it' })
  expect(stopped.statusCode).toBe(200)
  expect(refusal(await confirm(two, userId, resetId))).toMatchObject({ status: 409 })
  expect((await session.get('/api/users/profile')).statusCode).toBe(200)
  for (const by of [one, two]) expect(await noticed(by)).toEqual([])
})

test('nobody resets their own, nor one that is not there, and only who administers roles may', async () => {
  const { userId } = await withPhone('SUPER_ADMIN', 2)
  expect(refusal(await ask(two, userId))).toMatchObject({ status: 422 })
  const resetId = await asked(one, userId)
  // Nor is somebody told to confirm their own.
  expect(await noticed(two)).toEqual([])
  expect(refusal(await confirm(two, userId, resetId))).toMatchObject({ status: 422 })
  expect((await decline(two, userId, resetId)).statusCode).toBe(200)
  expect(refusal(await ask(one, personOf('NCCP').userId))).toMatchObject({ status: 422, fields: ['user_id'] })
  expect(refusal(await ask(one, userId, '  '))).toMatchObject({ status: 422, fields: ['reason'] })
  expect((await ask(one, '00000000-0000-7000-8000-000000000000')).statusCode).toBe(404)
  const cmd = await demo.as('COE_ADMIN')
  expect((await ask(cmd, userId)).statusCode).toBe(403)
  expect((await cmd.get(pathOf(userId))).statusCode).toBe(403)
})
