import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#commands/ids.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { createStaff, staffIdOf } from '#commands/people/user/create-staff.ts'
import { emailKey } from '#commands/people/user/email-key.ts'
import { mailedCode } from '#commands/people/user/mailed-code.ts'
import { registerUser } from '#commands/people/user/register-user.ts'
import type { UserLookup } from '#api/people/contracts/staff.ts'
import { refusal } from '#tests/api/money/billing/hospital.ts'
import { secondProcess } from '#tests/api/limits/second-process.ts'
import { command } from '#tests/support/command.ts'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { detailOf, GOOD, linkOf, made, mail, OTHER, OWN, sending, someone, staff } from './staff-world.ts'

let demo: DemoApp
let admin: Caller
let cmd: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  admin = await demo.as('SUPER_ADMIN')
  cmd = await demo.as('COE_ADMIN')
})
afterAll(() => demo.end())

const send: ReturnType<typeof sending> = (...call) => sending(demo)(...call)
const signIn = async (email: string, password = GOOD) =>
  (await send('POST', '/api/login', { email, password })).statusCode

const keyOf = (email: string) => emailKey(email, demo.context.emailSecret)
/** Asks for the code, waits until it is known whose it is, and gives what the mail says. */
async function staffCode(by: Caller): Promise<string> {
  const { email } = by.person
  await demo.context.pool.query('delete from code_request where email_key = $1', [keyOf(email)])
  expect((await by.post('/api/token/create', {})).statusCode).toBe(200)
  const asked = async () => {
    const { rows } = await demo.context.pool.query<{ code_id: string; done: boolean }>(
      'select code_id, resolved_at is not null as done from code_request where email_key = $1',
      [keyOf(email)],
    )
    return rows[0]
  }
  await expect.poll(async () => (await asked())?.done, { timeout: 20_000 }).toBe(true)
  const codeId = (await asked())?.code_id ?? ''
  return mailedCode(demo.context.emailSecret, { codeId, purpose: 'staff', emailKey: keyOf(email) })
}

test('details of staff are changed after a code that was mailed to who changes them, once for each code', async () => {
  const { id, email } = await made(cmd)
  const bearer = { authorization: `Bearer ${cmd.token}` }
  const edit = (over: object = {}, headers = {}, who = id) =>
    send('PUT', `/api/coeadmin/staff/${who}`, { ...someone, email, ...over }, { ...bearer, ...headers })
  expect(refusal(await edit())).toMatchObject({ status: 422, fields: ['hash'] })
  const hash = await staffCode(cmd)
  expect(refusal(await cmd.post('/api/token/create', {}))).toMatchObject({ status: 429 })
  const verify = (body: object) => send('POST', '/api/token/verify', body, bearer)
  expect(refusal(await verify({ email: cmd.person.email, hash: 'AAAAAA' }))).toMatchObject({ status: 422 })
  expect(refusal(await verify({ email, hash }))).toMatchObject({ status: 422, fields: ['email'] })
  const right = await verify({ email: cmd.person.email, hash })
  const cookie = String(right.headers['set-cookie']).split(';')[0] ?? ''
  expect(refusal(await edit({ email: 'other@example.org' }, { cookie }))).toMatchObject({
    status: 422,
    fields: ['email'],
  })
  expect((await edit({}, { cookie }, personOf('DOCTOR', 2).userId)).statusCode).toBe(404)
  expect((await edit({}, { cookie }, personOf('PATIENT').userId)).statusCode).toBe(404)
  expect(refusal(await edit({}, { cookie }, cmd.person.userId)).status).toBe(422)
  const change = { phone_number: '08099999999' }
  const done = await edit(change, { cookie, 'idempotency-key': 'edit' })
  expect(done.json()).toMatchObject({ message: 'Staff updated successfully', data: { id, caught_up: true } })
  expect((await edit(change, { cookie, 'idempotency-key': 'edit' })).statusCode).toBe(200)
  expect((await edit({ last_name: 'Twice' }, { cookie })).statusCode).toBe(409)
  const { history, revision, phone_number: phone } = await detailOf(cmd, id)
  expect(phone).toBe('08099999999')
  expect(history[0]).toMatchObject({
    what: 'Details changed: phone number from 08012345678 to 08099999999',
    who: `${cmd.person.firstName} ${cmd.person.lastName}`,
    permission: 'CREATE_COESTAFF',
  })
  expect(history.at(-1)?.what).toBe('Registered as Doctor')
  // Of two who read the same, the second is told, and keeps the code.
  expect(revision).toBe(1)
  const next = await verify({ email: cmd.person.email, hash: await staffCode(cmd) })
  const shown = { cookie: String(next.headers['set-cookie']).split(';')[0] ?? '' }
  expect(refusal(await edit({ last_name: 'Late', revision: 0 }, shown))).toMatchObject({ status: 409 })
  expect((await detailOf(cmd, id)).last_name).toBe(someone.last_name)
  expect((await edit({ last_name: 'Later', revision }, shown)).statusCode).toBe(200)
})

test('the link to the first password is mailed again, by who may change them; the one before it ends', async () => {
  const { id: justNow } = await made(cmd)
  expect(refusal(await cmd.post(`/api/users/${justNow}/invitation`, {}))).toMatchObject({
    ...{ status: 422, message: expect.stringContaining('just sent'), fields: ['user_id'] },
  })
  const [email, at] = [mail(), new Date(demo.context.now() - 180_000).toISOString()]
  const about = { firstName: 'Ada', lastName: 'Obi', phoneNumber: '08012345678', coeId: OWN }
  const created = command('CreateStaff', { email, ...about, roleId: roleIdOf('DOCTOR') }, { by: cmd.person.userId, at })
  expect((await createStaff(demo.context, created)).outcome).toBe('done')
  const id = staffIdOf(created)
  await demo.context.caughtUp(await demo.context.log.head())
  const first = await linkOf(demo, id)
  const again = (by: Caller, key?: string, whom = id) => by.post(`/api/users/${whom}/invitation`, {}, key)
  for (const [role, status] of [
    ['DOCTOR', 403],
    ['SUPPORT', 403],
    ['PATIENT', 403],
  ] as const)
    expect([role, (await again(await demo.as(role))).statusCode]).toEqual([role, status])
  expect((await again(await demo.as('COE_ADMIN', 2))).statusCode).toBe(404)
  for (const whom of ['nobody', personOf('PATIENT').userId])
    expect((await again(admin, undefined, whom)).statusCode).toBe(404)
  expect((await again(cmd, 'again')).json()).toMatchObject({ data: { id, caught_up: true } })
  expect((await again(cmd, 'again')).statusCode).toBe(200)
  expect((await detailOf(cmd, id)).history.filter(({ what }) => what.startsWith('A link to choose'))).toHaveLength(2)
  const [second, choose] = [
    await linkOf(demo, id),
    (token: string) => send('POST', '/api/set_password', { token, password: GOOD }),
  ]
  expect(second).not.toBe(first)
  expect((await choose(first)).statusCode).toBe(409)
  expect((await choose(second)).statusCode).toBe(200)
  expect(await signIn(email)).toBe(200)
  expect(refusal(await again(cmd))).toMatchObject({ status: 422, fields: ['user_id'] })
})

test('status and hospital act on an open session in another process with its next call', async () => {
  const second = await secondProcess(demo)
  try {
    const { id, email } = await made(cmd)
    await send('POST', '/api/set_password', { token: await linkOf(demo, id), password: GOOD })
    const session = await send('POST', '/api/login', { email, password: GOOD })
    const { access_token: token } = session.json<{ data: { access_token: string } }>().data
    const coe = async () => {
      const answer = await fetch(`http://127.0.0.1:${second.port}/api/users/profile`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return answer.status === 200 ? ((await answer.json()) as { data: { coe_id: string } }).data.coe_id : answer.status
    }
    expect(await coe()).toBe(OWN)
    for (const url of ['/api/users/', '/api/users']) {
      const to = url.endsWith('/') ? OTHER : OWN
      const moved = await admin.put(url, { user_id: id, coe_id: to })
      expect(moved.json()).toMatchObject({ message: 'User is now added to COE', data: { id, caught_up: true } })
      expect(await coe()).toBe(to)
    }
    expect((await cmd.post(`/api/users/${id}/deactivate`, {})).json()).toMatchObject({ data: { caught_up: true } })
    expect(await coe()).toBe(401)
    expect(await signIn(email)).toBe(403)
    expect((await cmd.post(`/api/users/${id}/activate`, {})).statusCode).toBe(200)
    expect(await signIn(email)).toBe(200)
    const words = (await detailOf(admin, id)).history.map(({ what }) => what)
    expect(words.slice(0, 2)).toEqual(['Activated', 'Deactivated'])
    expect(words.filter((what) => /^Hospital changed from .+ to .+/.test(what))).toHaveLength(2)
  } finally {
    await second.end()
  }
})

test('nobody closes their own account, another head’s, a super admin’s, a patient’s or one of another hospital', async () => {
  const close = async (by: Caller, id: string) => refusal(await by.post(`/api/users/${id}/deactivate`, {})).status
  expect(await close(cmd, cmd.person.userId)).toBe(422)
  expect(await close(admin, personOf('SUPER_ADMIN', 2).userId)).toBe(422)
  expect(await close(cmd, personOf('DOCTOR', 2).userId)).toBe(404)
  expect(await close(admin, personOf('PATIENT').userId)).toBe(404)
  const head = await made(admin, staff({ role_id: roleIdOf('COE_ADMIN'), coe_id: OWN }))
  expect(await close(cmd, head.id)).toBe(422)
  const move = async (user_id: string, coe_id = OTHER) => refusal(await admin.put('/api/users/', { user_id, coe_id }))
  expect(await move(personOf('FINANCE').userId)).toMatchObject({ status: 422, fields: ['user_id'] })
  expect(await move(personOf('PATIENT').userId)).toMatchObject({ status: 422, fields: ['user_id'] })
  expect(await move(head.id, 'nothing')).toMatchObject({ status: 422, fields: ['coe_id'] })
  expect(await move('nobody')).toMatchObject({ status: 404 })
})

test('support sees the state of the last code and verifies an e-mail, without seeing the code', async () => {
  const [email, userId] = [mail(), newId(demo.context.now())]
  const { handler, emailSecret, caughtUp, log } = demo.context
  const about = { firstName: 'Ada', lastName: 'Obi', phoneNumber: '08012345678', emailVerified: false }
  const given = { userId, email, ...about, roles: [roleIdOf('ANALYST')], granter: 'system' as const }
  await registerUser({ handler, emailSecret }, command('RegisterUser', given))
  await demo.context.credentials.setPassword(userId, GOOD)
  await caughtUp(await log.head())
  expect(await signIn(email)).toBe(403)
  const support = await demo.as('SUPPORT')
  const look = async () => (await support.post('/api/users/lookup', { email })).json<{ data: UserLookup }>().data
  expect(await look()).toMatchObject({ id: userId, first_name: null, email_verified_at: null, user_verifications: [] })
  await send('POST', '/api/auth/resend-verification-email', { email })
  await expect.poll(async () => (await look()).user_verifications[0]?.state, { timeout: 20_000 }).toBe('sent')
  await send('POST', '/api/verify_email', { email, hash: 'AAAAAA' })
  const [code] = (await look()).user_verifications
  expect(code).toMatchObject({ purpose: 'verification', tries_left: 4 })
  expect(Object.keys(code ?? {}).toSorted()).toEqual(['asked_at', 'expires_at', 'purpose', 'state', 'tries_left'])
  const put = (by: Caller, email_verified_at = '2026-11-23') => by.put(`/api/users/${userId}`, { email_verified_at })
  expect(refusal(await put(support, 'yes'))).toMatchObject({ status: 422, fields: ['email_verified_at'] })
  expect((await put(cmd)).statusCode).toBe(403)
  expect((await put(support)).json()).toMatchObject({
    message: 'User email has been verified',
    data: { caught_up: true },
  })
  expect((await look()).email_verified_at).not.toBeNull()
  expect((await look()).user_verifications[0]?.state).toBe('used')
  expect(await signIn(email), 'registered, unverified -> support sets email_verified_at -> verified').toBe(200)
  expect(refusal(await support.post('/api/users/lookup', { email: 'nobody@example.org' }))).toMatchObject({
    ...{ status: 404, message: 'No user found with that credential' },
  })
})
