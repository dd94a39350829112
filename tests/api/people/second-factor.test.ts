import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { load } from '#commands/handle.ts'
import { codeAt } from '#commands/people/second-factor/totp.ts'
import type { EnrolmentOffer, OwnFactor } from '#api/people/contracts/second-factor.ts'
import { secondFactor } from '#domain/people/second-factor/second-factor.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { refusal } from '#tests/api/money/billing/hospital.ts'
import { startTestApp } from '#tests/support/app.ts'
import { type Caller, type DemoApp, personOf, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'

// Two processes of one portal, under one clock that the tests move.
let at = Date.now()
let demo: DemoApp
let other: DemoApp
beforeAll(async () => {
  demo = await startDemoApp({ now: () => at })
  const secretsDir = demoSecrets(inject('runDir'))
  other = withDemoPeople(await startTestApp({ now: () => at, secretsDir }, demo.database))
})
afterAll(async () => {
  await other.close()
  await demo.end()
})

const NOT_RIGHT = 'The code is wrong or was already used. Enter the next one from your app.'
const LOGIN = '/api/login/second_factor'
type Headers = Record<string, string>
const post = (url: string, payload: object, headers: Headers = {}, portal = demo) =>
  portal.app.inject({ method: 'POST', url, payload, headers })
const signIn = (email: string, headers: Headers = {}, password = DEMO_PASSWORD) =>
  post('/api/login', { email, password }, headers)
const asked = async (email: string, headers: Headers = {}) =>
  (await signIn(email, headers)).json<{ data: { second_factor: string; token: string } }>().data
const next = () => void (at += 30_000)
const offerFor = async (caller: Caller) =>
  (await caller.post('/api/second_factor/enrolment', {})).json<EnrolmentOffer>().data
const own = async (caller: Caller) => (await caller.get('/api/second_factor')).json<OwnFactor>().data
const codesIn = (answer: { json<T>(): T }) => answer.json<{ data: { recovery_codes: string[] } }>().data.recovery_codes
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).split(';')[0] ?? ''

/** Somebody sets up their phone; gives what it makes codes from, and their recovery codes. */
async function withPhone(caller: Caller) {
  const { enrolment, secret } = await offerFor(caller)
  const answer = await caller.post('/api/second_factor', { enrolment, code: codeAt(secret, at) })
  expect(answer.statusCode).toBe(200)
  next()
  return { secret, recovery: codesIn(answer) }
}

test('whoever has set up a phone signs in by password and code, and neither alone', async () => {
  const analyst = await demo.as('ANALYST')
  const { email } = analyst.person
  expect((await signIn(email)).json()).toMatchObject({ data: { access_token: expect.any(String) } })
  expect(await own(analyst)).toMatchObject({ is_on: false, recovery_codes_left: 0, is_demanded: false })
  const { enrolment, secret, uri } = await offerFor(analyst)
  expect(uri).toBe(
    `otpauth://totp/CHF%20portal:${encodeURIComponent(email)}?issuer=CHF%20portal&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
  expect(refusal(await analyst.post('/api/second_factor', { enrolment, code: '000000' }))).toMatchObject({
    status: 422,
  })
  expect(await own(analyst)).toMatchObject({ is_on: false })
  const on = await analyst.post('/api/second_factor', { enrolment, code: codeAt(secret, at) })
  expect(codesIn(on)).toHaveLength(10)
  expect(await own(analyst)).toMatchObject({ is_on: true, recovery_codes_left: 10 })

  const first = await signIn(email)
  expect(first.json()).toEqual({
    data: { second_factor: 'code', token: expect.any(String), expires_at: expect.any(String) },
  })
  // It is not known yet, who sits there.
  expect(first.headers['set-cookie']).toBeUndefined()
  const { token } = await asked(email)
  next()
  const wrong = await post(LOGIN, { token, code: '123456' })
  expect([wrong.statusCode, wrong.json()]).toEqual([422, { message: NOT_RIGHT, errors: { code: [NOT_RIGHT] } }])
  const right = await post(LOGIN, { token, code: codeAt(secret, at) })
  expect(right.statusCode).toBe(200)
  const { access_token: opened } = right.json<{ data: { access_token: string } }>().data
  const headers = { authorization: `Bearer ${opened}` }
  expect((await demo.app.inject({ url: '/api/users/profile', headers })).statusCode).toBe(200)
  expect((await signIn(email, {}, 'wrong-password')).statusCode).toBe(401)
})

test('a code is right once, whichever process it is shown to, and one step early or late', async () => {
  const caller = await demo.as('AUDITOR')
  const { secret } = await withPhone(caller)
  const { token } = await asked(caller.person.email)
  const code = codeAt(secret, at)
  const both = await Promise.all([post(LOGIN, { token, code }), post(LOGIN, { token, code }, {}, other)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  next()
  expect((await post(LOGIN, { token, code }, {}, other)).statusCode).toBe(422)
  at += 60_000
  // The one before, as a phone's clock is behind; then the one that comes; nothing older than what was shown.
  expect((await post(LOGIN, { token, code: codeAt(secret, at - 30_000) })).statusCode).toBe(200)
  expect((await post(LOGIN, { token, code: codeAt(secret, at + 30_000) })).statusCode).toBe(200)
  expect((await post(LOGIN, { token, code: codeAt(secret, at) })).statusCode).toBe(422)
})

test('a recovery code signs in once, over two processes too, and other codes end those from before', async () => {
  const caller = await demo.as('SOCIAL_WORKER')
  const { secret, recovery } = await withPhone(caller)
  const [first = '', second = ''] = recovery
  const { token } = await asked(caller.person.email)
  const typed = `${first.slice(0, 5)}-${first.slice(5)}`.toLowerCase()
  const both = await Promise.all([post(LOGIN, { token, code: first }), post(LOGIN, { token, code: typed }, {}, other)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  expect((await post(LOGIN, { token, code: first })).statusCode).toBe(422)
  expect(await own(caller)).toMatchObject({ recovery_codes_left: 9 })
  const others = codesIn(await caller.post('/api/second_factor/recovery_codes', { code: codeAt(secret, at) }))
  expect((await post(LOGIN, { token, code: second })).statusCode).toBe(422)
  expect((await post(LOGIN, { token, code: others[0] ?? '' })).statusCode).toBe(200)
  // Nothing of them is in the log but hashes under the pepper.
  const stored = JSON.stringify(await demo.context.eventLog.read(`secondFactor-${caller.person.userId}`))
  for (const kept of [secret, ...recovery, ...others]) expect(stored).not.toContain(kept)
})

test('another phone takes the place of the first by a code of it, and a stolen session alone does not', async () => {
  const caller = await demo.as('DOCTOR')
  const { secret, recovery } = await withPhone(caller)
  const offer = await offerFor(caller)
  const bare = await caller.post('/api/second_factor', { enrolment: offer.enrolment, code: codeAt(offer.secret, at) })
  expect(refusal(bare)).toMatchObject({ status: 422, fields: ['current_code'] })
  expect((await caller.post('/api/second_factor/remove', { code: '000000' })).statusCode).toBe(422)
  const [spare = ''] = recovery
  const wrong = { enrolment: offer.enrolment, code: '000000', current_code: spare }
  expect(refusal(await caller.post('/api/second_factor', wrong))).toMatchObject({ fields: ['code'] })
  expect(await own(caller)).toMatchObject({ recovery_codes_left: 10 })
  next()
  // Both phones in hand, at the same moment.
  const codes = { code: codeAt(offer.secret, at), current_code: codeAt(secret, at) }
  const done = await caller.post('/api/second_factor', { enrolment: offer.enrolment, ...codes })
  expect(done.statusCode).toBe(200)
  next()
  const { token } = await asked(caller.person.email)
  expect((await post(LOGIN, { token, code: codeAt(secret, at) })).statusCode).toBe(422)
  expect((await post(LOGIN, { token, code: codeAt(offer.secret, at) })).statusCode).toBe(200)
  next()
  const gone = await caller.post('/api/second_factor/remove', { code: codeAt(offer.secret, at) })
  expect(gone.statusCode).toBe(200)
  expect((await signIn(caller.person.email)).json()).toMatchObject({ data: { access_token: expect.any(String) } })
})

test('where it is demanded, whoever needs one enrols it as they sign in, and cannot remove it', async () => {
  const admin = await demo.as('SUPER_ADMIN')
  const demand = (value: string) => admin.put('/api/sitesettings/second_factor', { key: 'second_factor', value })
  expect((await demand('Yes')).statusCode).toBe(200)
  try {
    const { email } = personOf('PERMSEC')
    const step = await asked(email)
    expect(step.second_factor).toBe('enrolment')
    expect((await post(LOGIN, { token: step.token, code: '000000' })).statusCode).toBe(422)
    const begun = await post(`${LOGIN}/enrolment`, { token: step.token })
    const { enrolment, secret } = begun.json<EnrolmentOffer>().data
    const body = { token: step.token, enrolment, code: codeAt(secret, at) }
    const answer = await post(LOGIN, body)
    expect(answer.json()).toMatchObject({
      data: { access_token: expect.any(String), recovery_codes: expect.arrayContaining([expect.any(String)]) },
    })
    // Its answer was lost: the next code brings the same, and the same code nothing.
    expect((await post(LOGIN, body)).statusCode).toBe(422)
    next()
    const again = await post(LOGIN, { ...body, code: codeAt(secret, at) })
    expect(codesIn(again)).toEqual(codesIn(answer))
    const permsec = await demo.as('PERMSEC')
    expect(await own(permsec)).toMatchObject({ is_on: true, is_demanded: true })
    next()
    const kept = await permsec.post('/api/second_factor/remove', { code: codeAt(secret, at) })
    expect(refusal(kept)).toMatchObject({ status: 422 })
    // Who moves no money needs none; who moves some is not let in by another's enrolment.
    expect((await signIn(personOf('PATIENT').email)).json()).toMatchObject({
      data: { access_token: expect.any(String) },
    })
    const theirs = await asked(personOf('DFA').email)
    const stolen = { token: theirs.token, enrolment, code: codeAt(secret, at + 30_000) }
    expect(refusal(await post(LOGIN, stolen))).toMatchObject({
      status: 422,
      fields: ['enrolment'],
    })
  } finally {
    expect((await demand('No')).statusCode).toBe(200)
  }
})

test('rows that somebody else wrote take nothing of it away', async () => {
  const caller = await demo.as('COMMITTEE')
  const { secret } = await withPhone(caller)
  const { pool } = demo.context
  const { email, userId } = caller.person
  await pool.query(`update setting set value = 'No' where key = 'second_factor'`)
  await pool.query(`update user_account set role_ids = '{}' where id = $1`, [userId])
  await pool.query('delete from second_factor_step where user_id = $1', [userId])
  expect(await asked(email)).toMatchObject({ second_factor: 'code' })
  const { on } = await load(demo.context.handler, secondFactor, userId)
  const enrolmentId = on?.id
  // Nor does a step that nobody can have shown yet lock its owner out.
  await pool.query(`insert into second_factor_step (enrolment_id, user_id, step) values ($1, $2, 9007199254740991)`, [
    enrolmentId,
    userId,
  ])
  const { token } = await asked(email)
  expect((await post(LOGIN, { token, code: codeAt(secret, at) })).statusCode).toBe(200)
})

test.each([
  ['taken out', 'SUPER_ADMIN', 'delete from second_factor_step where user_id = $1 and $2::bigint is not null'],
  [
    'far ahead',
    'COE_STAFF',
    'update second_factor_step set step = 9007199254740991 where user_id = $1 and $2::bigint is not null',
  ],
  [
    'just beyond what can have been shown',
    'FUND_ADMIN',
    'update second_factor_step set step = $2 + 3 where user_id = $1',
  ],
  ['that can have been shown', 'COE_ADMIN', 'update second_factor_step set step = $2 + 1 where user_id = $1'],
  ['far back', 'AUDITOR', 'update second_factor_step set step = 0 where user_id = $1 and $2::bigint is not null'],
])(
  'a step %s lets one of two processes in by a code, and locks its owner out for no longer than codes last',
  async (_, role, change) => {
    const caller = await demo.as(role, 2)
    const { secret } = await withPhone(caller)
    const { userId, email } = caller.person
    await demo.context.pool.query(change, [userId, Math.floor(at / 30_000)])
    const { token } = await asked(email)
    const code = codeAt(secret, at)
    const both = await Promise.all([post(LOGIN, { token, code }), post(LOGIN, { token, code }, {}, other)])
    expect(both.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1)
    expect((await post(LOGIN, { token, code }, {}, other)).statusCode).toBe(422)
    at += 90_000
    expect((await post(LOGIN, { token, code: codeAt(secret, at) })).statusCode).toBe(200)
  },
)

test('a sign-in that is in progress ends with a new password, after a quarter of an hour, and by no made-up token', async () => {
  const caller = await demo.as('MDT')
  const { secret } = await withPhone(caller)
  const { email } = caller.person
  const { token } = await asked(email)
  expect((await post(LOGIN, { token: `${token.slice(0, -4)}AAAA`, code: codeAt(secret, at) })).statusCode).toBe(401)
  const password = 'Ward-seven-kettle-9'
  expect((await caller.put('/api/reset_password', { email, password })).statusCode).toBe(200)
  expect((await post(LOGIN, { token, code: codeAt(secret, at) })).statusCode).toBe(401)
  const later = (await signIn(email, {}, password)).json<{ data: { token: string } }>().data.token
  at += 15 * 60_000
  const late = await post(LOGIN, { token: later, code: codeAt(secret, at) })
  expect([late.statusCode, late.json()]).toEqual([401, { message: 'This sign-in has expired. Sign in again.' }])
})

test(
  'a thousand wrong codes at once and the right one among them: five are compared, and its owner goes on',
  { timeout: 300_000 },
  async () => {
    const caller = await demo.as('SECRETARIAT')
    const { email } = caller.person
    // A browser in which they have signed in before.
    const cookie = cookieOf(await signIn(email))
    const { secret } = await withPhone(caller)
    const { token } = await asked(email)
    const right = codeAt(secret, at)
    const codes = Array.from({ length: 1_000 }, (_, index) => String(index).padStart(6, '0')).filter(
      (code) => ![-1, 0, 1].some((off) => code === codeAt(secret, at + off * 30_000)),
    )
    const sent = [...codes.slice(0, 700), right, ...codes.slice(700)]
    const answers = await Promise.all(
      sent.map((code, index) => post(LOGIN, { token, code }, {}, index % 2 === 0 ? demo : other)),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    const { rows } = await demo.context.pool.query<{ tries: number }>(
      `select tries from sign_in_try where key like 'code-e-mail:%' order by tries desc limit 1`,
    )
    expect(rows[0]?.tries).toBeLessThanOrEqual(5)
    expect(statuses.filter((status) => status === 422 || status === 200).length).toBeLessThanOrEqual(5)
    expect(statuses.filter((status) => ![200, 422, 429, 503].includes(status))).toEqual([])
    const closed = await post(LOGIN, { token, code: right })
    expect(closed.statusCode).toBe(429)
    expect(Number(closed.headers['retry-after'])).toBeLessThanOrEqual(30)
    // The owner, in a browser of theirs.
    next()
    const mine = await asked(email, { cookie })
    at -= 30_000
    const opened = await post(LOGIN, { token: mine.token, code: codeAt(secret, at + 30_000) }, { cookie })
    expect(opened.statusCode).toBe(200)
  },
)
