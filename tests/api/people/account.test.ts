import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#commands/ids.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { emailKey } from '#commands/people/user/email-key.ts'
import { mailedCode } from '#commands/people/user/mailed-code.ts'
import { registerUser } from '#commands/people/user/register-user.ts'
import type { CodePurpose } from '#domain/people/user/events.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { RESEND_MS, writeRequest } from '#api/people/account/code-requests.ts'
import { command } from '#tests/support/command.ts'
import { type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
let url: string
beforeAll(async () => {
  demo = await startDemoApp()
  url = await demo.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => demo.end())

const GOOD = 'Ward-seven-kettle-9'
const post = (path: string, payload: object) => demo.app.inject({ method: 'POST', url: path, payload })
const signIn = async (email: string, password: string) => (await post('/api/login', { email, password })).statusCode
const keyOf = (email: string) => emailKey(email, demo.context.emailSecret)
const requestOf = async (email: string) => {
  const { rows } = await demo.context.pool.query<{
    code_id: string
    purpose: CodePurpose
    tries: number
    done: boolean
  }>(
    `select code_id, purpose, tries, resolved_at is not null as done from code_request where email_key = $1
      order by asked_at desc limit 1`,
    [keyOf(email)],
  )
  return rows[0]
}
/** Asks for a code, waits until it is known whose it is, and gives what the mail says. */
async function codeFor(email: string, path = '/api/resend_email'): Promise<string> {
  const asked = await post(path, { email })
  expect([asked.statusCode, asked.json()]).toEqual([
    200,
    { message: 'If this email has an account, we have sent it a code.', data: { wait_seconds: 180 } },
  ])
  await expect.poll(async () => (await requestOf(email))?.done, { timeout: 20_000 }).toBe(true)
  return rightCode(email)
}
async function rightCode(email: string): Promise<string> {
  const { code_id: codeId = '', purpose = 'recovery' } = (await requestOf(email)) ?? {}
  return mailedCode(demo.context.emailSecret, { codeId, purpose, emailKey: keyOf(email) })
}
const later = (email: string, minutes: number) =>
  demo.context.pool.query(
    `update code_request set asked_at = asked_at - $2 * interval '1 minute' where email_key = $1`,
    [keyOf(email), minutes],
  )
const verifyCode = (email: string, hash: string) => post('/api/password/recovery/verify_code', { email, hash })
const choose = (payload: object, headers: Record<string, string> = {}) =>
  demo.app.inject({ method: 'PUT', url: '/api/reset_password', payload, headers })
/** The cookie of a browser in which the code was right. */
async function browserOf(email: string): Promise<Record<string, string>> {
  const answer = await verifyCode(email, await codeFor(email))
  expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Verification successful' }])
  const cookie = String(answer.headers['set-cookie'])
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict/)
  return { cookie: cookie.split(';')[0] ?? '' }
}
const eventsOf = async (userId: string) =>
  (await demo.context.log.read(`user-${userId}`)).map(({ event: { type, data } }) => ({ type, data }))

test('whoever has the mailed code chooses a new password in the same browser, once, and is signed out everywhere', async () => {
  const { email, userId } = personOf('ANALYST')
  const session = await demo.as('ANALYST')
  const browser = await browserOf(email)
  expect((await choose({ email, password: GOOD })).statusCode).toBe(403)
  expect((await choose({ email: personOf('AUDITOR').email, password: GOOD }, browser)).statusCode).toBe(403)
  const answer = await choose({ email, password: GOOD }, browser)
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { message: 'Password reset successfull. Please login to continue', data: { caught_up: true } },
  ])
  expect((await session.get('/api/users/profile')).statusCode).toBe(401)
  expect([await signIn(email, DEMO_PASSWORD), await signIn(email, GOOD)]).toEqual([401, 200])
  // Its answer was lost: the same again is done. Another password is not.
  expect((await choose({ email, password: GOOD }, browser)).statusCode).toBe(200)
  expect((await choose({ email, password: `${GOOD}0` }, browser)).statusCode).toBe(409)
  expect(await signIn(email, GOOD)).toBe(200)
  const events = await eventsOf(userId)
  expect(events.slice(-2).map(({ type }) => type)).toEqual(['UserCodeAsked', 'UserPasswordChanged'])
  expect(JSON.stringify(events)).not.toContain(GOOD)
  const { data } = (await (await demo.as('ANALYST')).get('/api/users/profile')).json<{ data: Record<string, string> }>()
  expect(data['password_changed_at']).toBe(data['updated_at'])
})

test('the mail has the code and says no more than it must; another tells of the change', async () => {
  const { email } = personOf('SOCIAL_WORKER')
  const browser = await browserOf(email)
  const code = await rightCode(email)
  await choose({ email, password: GOOD }, browser)
  const mailsTo = async () => ((await demo.context.mailbox?.list()) ?? []).filter(({ to }) => to === email)
  await expect.poll(async () => (await mailsTo()).length, { timeout: 30_000 }).toBe(2)
  const texts = (await mailsTo()).map(({ subject, text }) => `${subject}\n${text}`)
  expect(texts.filter((text) => text.includes(code))).toHaveLength(1)
  expect(texts.join('\n')).toContain('has changed')
  expect((await mailsTo()).map(({ subject }) => subject).join(' ')).not.toContain(code)
})

test('whoever is signed in changes their own password, stays signed in here and nowhere else', async () => {
  const { email } = personOf('AUDITOR')
  const [here, there, other] = [await demo.as('AUDITOR'), await demo.as('AUDITOR'), await demo.as('AUDITOR', 2)]
  const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
  expect((await choose({ email, password: GOOD }, as(other))).statusCode).toBe(403)
  const answer = await choose({ email, password: GOOD }, as(here))
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { message: 'Password Change successful' }])
  const profile = async (who: typeof here) => (await who.get('/api/users/profile')).statusCode
  expect([await profile(here), await profile(there), await profile(other)]).toEqual([200, 401, 200])
  expect([await signIn(email, DEMO_PASSWORD), await signIn(email, GOOD)]).toEqual([401, 200])
})

test.each([
  ['HELP_DESK', 'Short-1', 'Must be at least 8 or more characters'],
  ['HELP_DESK', 'Baseball', 'This password is too easy to guess. Choose another one.'],
  ['FINANCE', 'Elevenchar1', 'Use 12 or more characters, as your roles require'],
  ['SUPER_ADMIN', 'Elevenchar1', 'Use 12 or more characters, as your roles require'],
])('a password of %s that is too easy (%s) is refused: %s', async (role, password, message) => {
  const caller = await demo.as(role)
  const answer = await choose({ email: caller.person.email, password }, { authorization: `Bearer ${caller.token}` })
  expect([answer.statusCode, answer.json()]).toEqual([422, { message, errors: { password: [message] } }])
})

test('a password that is recovered is mixed as well', async () => {
  const { email } = personOf('HELP_DESK', 2)
  const browser = await browserOf(email)
  const message =
    'Must contain at least one number and one uppercase and lowercase letter, and at least 8 or more characters'
  for (const password of ['Short-1', 'all-lower-case-1', 'NoNumberAtAll', 'ALL-UPPER-1']) {
    const answer = await choose({ email, password }, browser)
    expect([password, answer.statusCode, answer.json()]).toEqual([
      password,
      422,
      { message, errors: { password: [message] } },
    ])
  }
})

test('a known e-mail and an unknown one cost the same work and get the same answers', async () => {
  const known = personOf('DOCTOR').email
  const unknown = 'nobody.at.all@example.org'
  const answers = async (email: string) => {
    const asked = vi.spyOn(demo.context.pool, 'query')
    try {
      const all = [
        await post('/api/resend_email', { email }),
        await post('/api/resend_email', { email }),
        await post('/api/auth/resend-verification-email', { email }),
        await verifyCode(email, 'AAAAA1'),
        await post('/api/verify_email', { email, hash: 'AAAAA1' }),
      ]
      const texts = asked.mock.calls
        .map(([text]) => String(text))
        .filter((text) => !text.includes('resolved_at is null'))
      return {
        texts,
        said: all.map((one) => [one.statusCode, one.body, Object.keys(one.headers).sort()]),
      }
    } finally {
      asked.mockRestore()
    }
  }
  const [first, second] = [await answers(known), await answers(unknown)]
  expect(first.said).toEqual(second.said)
  expect(first.said.map(([status]) => status)).toEqual([200, 429, 200, 422, 422])
  const own = (texts: readonly string[]) =>
    texts.filter((text) => /code_request|call_count/.test(text) && !/set resolved_at/.test(text))
  expect(own(first.texts)).toEqual(own(second.texts))
  expect(own(first.texts).length).toBeGreaterThan(5)
})

test(
  'a thousand wrong codes at once and the right one among them: five are compared',
  { timeout: 300_000 },
  async () => {
    const { email } = personOf('SECRETARIAT')
    const right = await codeFor(email)
    const send = async (hash: string) => {
      const answer = await fetch(`${url}/api/password/recovery/verify_code`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, hash }) },
      })
      return { status: answer.status, text: await answer.text() }
    }
    const codes = Array.from({ length: 1_000 }, (_, index) => String(index).padStart(6, 'A'))
    const answers = await Promise.all([...codes.slice(0, 700), right, ...codes.slice(700)].map(send))
    expect(await requestOf(email)).toMatchObject({ tries: 5 })
    const refused = answers.filter(({ status }) => status === 422)
    expect(new Set(refused.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(answers.filter(({ status }) => ![200, 422, 429, 503].includes(status))).toEqual([])
    expect((await send(right)).status).toBe(422)
  },
)

test('of calls at one moment one asks for a code, in whatever order they come; a time that is to come ends by itself', async () => {
  const { pool } = demo.context
  const [key, at] = ['a'.repeat(64), Date.now()]
  const ask = (when: number) => writeRequest(pool, { key, at: when, purpose: 'either', unlessAfter: when - RESEND_MS })
  expect([await ask(at), await ask(at - 40), await ask(at - 5_000), await ask(at + 40)]).toEqual([
    true,
    ...[false, false, false],
  ])
  await pool.query('update code_request set asked_at = $2 where email_key = $1', [key, new Date(at + 3_600_000)])
  expect(await ask(at + 100)).toBe(true)
})

test('each purpose has a wait of its own, which ends when its code is used', async () => {
  const cmd = await demo.as('COE_ADMIN')
  const { email } = cmd.person
  expect((await cmd.post('/api/token/create', {})).statusCode).toBe(200)
  expect((await cmd.post('/api/token/create', {})).statusCode).toBe(429)
  const browser = await browserOf(email)
  expect((await post('/api/resend_email', { email })).statusCode).toBe(429)
  expect((await choose({ email, password: GOOD }, browser)).statusCode).toBe(200)
  expect((await post('/api/resend_email', { email })).statusCode).toBe(200)
})

test('another code comes after three minutes and ends the one before; one for recovery ends after ten', async () => {
  const { email } = personOf('COMMITTEE')
  expect(RESEND_MS, '180000 ms (3 minutes)').toBe(180_000)
  const first = await codeFor(email)
  const again = await post('/api/resend_email', { email })
  expect([again.statusCode, Number(again.headers['retry-after']) > 170]).toEqual([429, true])
  await later(email, 3.1)
  const second = await codeFor(email)
  expect((await verifyCode(email, first)).statusCode).toBe(422)
  expect((await verifyCode(email, second.toLowerCase())).statusCode).toBe(200)
  expect((await post('/api/verify_email', { email, hash: second })).statusCode).toBe(422)
  await later(email, 10.1)
  expect((await verifyCode(email, second)).statusCode).toBe(422)
})

test('twenty codes a day go to an e-mail, whether it has an account or not', async () => {
  for (const email of [personOf('PHARMACIST').email, 'nobody.for.a.day@example.org']) {
    for (let nth = 1; nth <= 20; nth += 1) {
      expect([email, nth, (await post('/api/resend_email', { email })).statusCode]).toEqual([email, nth, 200])
      await later(email, 3.1)
    }
    const refused = await post('/api/resend_email', { email })
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      429,
      expect.stringContaining('You asked for many codes today.'),
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_600)
  }
})

test('a change that was cut off before it was recorded is recorded; one that was put into the row is not', async () => {
  const [cut, forged] = [personOf('MDT').userId, personOf('MDT', 2).userId]
  const at = new Date(demo.context.now() - 60_000).toISOString()
  const id = newId(demo.context.now())
  await demo.context.credentials.setPassword(cut, GOOD, { id, codeId: undefined, at, alongside: async () => undefined })
  await demo.context.pool.query(`update credential set change_id = 'a lie', changed_at = $2 where user_id = $1`, [
    forged,
    at,
  ])
  const types = async (userId: string) => (await eventsOf(userId)).map(({ type }) => type)
  await expect.poll(() => types(cut), { timeout: 20_000 }).toContain('UserPasswordChanged')
  const marks = async () =>
    (await demo.context.pool.query('select from credential where user_id = $1 and change_id is not null', [cut]))
      .rowCount
  await expect.poll(marks).toBe(0)
  expect(await demo.context.credentials.check(cut, GOOD)).toBe(true)
  expect(await types(forged)).not.toContain('UserPasswordChanged')
})

test('whose e-mail is not verified cannot sign in, and can once they have typed the code', async () => {
  const [email, userId] = ['Unverified.Person@example.org', newId(demo.context.now())]
  const about = { firstName: 'Ada', lastName: 'Obi', phoneNumber: '08012345678', emailVerified: false }
  await registerUser(
    { handler: demo.context.handler, emailSecret: demo.context.emailSecret },
    command('RegisterUser', { userId, email, ...about, roles: [roleIdOf('ANALYST')], granter: 'system' as const }),
  )
  await demo.context.credentials.setPassword(userId, GOOD)
  await expect.poll(() => signIn(email, GOOD), { timeout: 20_000 }).toBe(403)
  const refused = await post('/api/login', { email, password: GOOD })
  expect(refused.json()).toEqual({ message: 'Verify your email first' })
  const hash = await codeFor(email)
  expect(hash, '6 characters').toMatch(/^[A-Z0-9]{6}$/)
  expect((await requestOf(email))?.purpose).toBe('verification')
  expect((await verifyCode(email, hash)).statusCode).toBe(422)
  // In the query as well; what the body says counts.
  const query = `/api/verify_email?email=${encodeURIComponent(email)}&hash=AAAAAA`
  const answer = await post(query, { hash })
  expect(
    [answer.statusCode, answer.json()],
    'registered, unverified -> verify e-mail with code -> verified',
  ).toMatchObject([
    200,
    { message: 'Your email is now verified. Redirecting to login in 3 seconds', data: { caught_up: true } },
  ])
  expect(await signIn(email, GOOD), 'verified -> login -> signed in').toBe(200)
  expect((await post('/api/verify_email', { email, hash: 'AAA' })).json()).toMatchObject({
    errors: { hash: ['Please provide a valid code'] },
  })
  await later(email, 3.1)
  await codeFor(email, '/api/auth/resend-verification-email')
  expect((await eventsOf(userId)).filter(({ type }) => type === 'UserCodeAsked')).toHaveLength(1)
})
