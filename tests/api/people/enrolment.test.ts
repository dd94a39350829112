import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { remoteRegistry } from '#api/people/cap/remote-registry.ts'
import { finishEnrolments } from '#api/people/enrolment/finish-enrolments.ts'
import type { RegisterBody } from '#api/people/contracts/enrolment.ts'
import { emailKey } from '#commands/people/user/email-key.ts'
import { mailedCode } from '#commands/people/user/mailed-code.ts'
import { emailClaim } from '#domain/people/email-claim/email-claim.ts'
import { load } from '#commands/handle.ts'
import { CAP_PATIENTS } from '#scripts/demo/people/cap-patients.ts'
import { pilotCoeId } from '#scripts/demo/catalogue/reference.ts'
import { startTestApp } from '#tests/support/app.ts'
import { type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'

type Says = (request: IncomingMessage, reply: ServerResponse) => void
const json = (reply: ServerResponse, body: unknown, status = 200) =>
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const [ada, ben, cleo] = CAP_PATIENTS as [(typeof CAP_PATIENTS)[0], (typeof CAP_PATIENTS)[0], (typeof CAP_PATIENTS)[0]]

/** CAP as it should be: records and accounts by any of their names. */
const asItIs: Says = ({ url = '' }, reply) => {
  const [, what, id = ''] = /^\/cap\/(patient|api\/user)\/(.*)$/.exec(url) ?? []
  const wanted = decodeURIComponent(id)
  const one = CAP_PATIENTS.find((known) => [known.patientId, known.email, known.phoneNumber].includes(wanted))
  if (one === undefined) return json(reply, { message: 'none' }, 404)
  return json(reply, what === 'patient' ? { data: one } : { id: one.patientId, active: true })
}
let capSays = asItIs
const asked: string[] = []
const cap = createServer((request, reply) => {
  asked.push(`${request.headers.authorization ?? ''} ${request.url ?? ''}`)
  capSays(request, reply)
})

let demo: DemoApp
let registry: ReturnType<typeof remoteRegistry>
beforeAll(async () => {
  await new Promise<void>((up) => cap.listen(0, '127.0.0.1', up))
  const { port } = cap.address() as { port: number }
  registry = remoteRegistry(`http://portal:pa%2Fss@127.0.0.1:${port}/cap/`, 700)
  demo = await startDemoApp({ cap: registry })
})
beforeEach(() => {
  capSays = asItIs
})
afterAll(async () => {
  cap.closeAllConnections()
  cap.close()
  await demo.end()
})

const PASSWORD = 'Ward-seven-kettle-9'
let number = 0
const enrolment = (over: Partial<RegisterBody> = {}): RegisterBody => ({
  email: `enrolled-${(number += 1)}@example.org`,
  phone_number: '08031234567',
  first_name: 'Ngozi',
  last_name: 'Okonkwo',
  date_of_birth: '1970-02-03',
  identification_id: '3',
  identification_number: 'A12345',
  coe_id: pilotCoeId('UCH'),
  password: PASSWORD,
  ...over,
})
const post = (path: string, payload: object, { app } = demo) => app.inject({ method: 'POST', url: path, payload })
const register = (body: object, on = demo) => post('/api/register', body, on)
const get = (url: string) => demo.app.inject({ url })
const keyOf = (email: string) => emailKey(email, demo.context.emailSecret)
const finished = async (email: string) =>
  expect
    .poll(
      async () =>
        (
          await demo.context.pool.query<{ done: boolean }>(
            `select e.finished_at is not null and c.resolved_at is not null as done
               from enrolment e join code_request c using (email_key) where email_key = $1`,
            [keyOf(email)],
          )
        ).rows[0]?.done,
      { timeout: 20_000 },
    )
    .toBe(true)
const holderOf = async (email: string) => (await load(demo.context.handler, emailClaim, keyOf(email))).holder ?? ''
const eventsIn = async (stream: string) => (await demo.context.log.read(stream)).map(({ event }) => event)
const mailsTo = async (email: string) => ((await demo.context.mailbox?.list()) ?? []).filter(({ to }) => to === email)
async function codeOf(email: string): Promise<string> {
  const { rows } = await demo.context.pool.query<{ code_id: string }>(
    'select code_id from code_request where email_key = $1',
    [keyOf(email)],
  )
  const which = { codeId: rows[0]?.code_id ?? '', purpose: 'verification' as const, emailKey: keyOf(email) }
  return mailedCode(demo.context.emailSecret, which)
}
const RECEIVED = {
  message: 'Your registration has been received. We have sent you an email.',
  data: { wait_seconds: 180 },
}

test('whoever enrols is a patient of their hospital, verifies their e-mail by the mailed code, and signs in', async () => {
  const body = enrolment({ email: 'New.Patient@example.org' })
  const answer = await register(body)
  expect([answer.statusCode, answer.json()]).toEqual([200, RECEIVED])
  await finished(body.email)
  const id = await holderOf(body.email)
  expect((await eventsIn(`user-${id}`)).map(({ type }) => type)).toEqual(['UserRegistered', 'UserCodeAsked'])
  expect(await eventsIn(`patient-${id}`)).toMatchObject([
    { type: 'PatientRegistered', data: { coeId: body.coe_id, by: id, chfId: expect.stringMatching(/^CHF-/) } },
    {
      type: 'PatientInformationRecorded',
      data: { identificationId: '3', identificationNumber: 'A12345', address: null, by: id },
    },
  ])
  const login = (password: string) => post('/api/login', { email: body.email, password })
  await expect.poll(async () => (await login(PASSWORD)).statusCode, { timeout: 20_000 }).toBe(403)
  const code = await codeOf(body.email)
  await expect
    .poll(async () => (await mailsTo(body.email)).map(({ text }) => text).join(), { timeout: 30_000 })
    .toContain(code)
  const verified = await post('/api/verify_email', { email: body.email, hash: code })
  expect(verified.statusCode).toBe(200)
  const signedIn = await login(PASSWORD)
  expect(signedIn.json()).toMatchObject({
    data: {
      user: {
        ...{ first_name: 'Ngozi', roles: [{ role: 'PATIENT' }] },
        patient: {
          chf_id: expect.stringMatching(/^CHF-/),
          ...{ cap_id: null, identification_id: '3', identification_number: 'A12345' },
        },
      },
    },
  })
  // Nothing personal is readable in the log, and no password in any form.
  const stored = JSON.stringify(await demo.context.eventLog.read(`user-${id}`))
  expect(stored).not.toMatch(/example\.org|Okonkwo|08031234567|argon2/i)
})

test('one enrolment pressed twice, at once, in two processes and again later is one person', async () => {
  const other = await startTestApp({ secretsDir: demoSecrets(inject('runDir')) }, demo.database)
  try {
    const body = enrolment()
    const answers = await Promise.all([demo, other, demo, other].map((on) => register(body, on as DemoApp)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    await Promise.all([finishEnrolments(demo.context), finishEnrolments(other.context)])
    await finished(body.email)
    expect((await register(body)).statusCode).toBe(200)
    const id = await holderOf(body.email)
    expect((await eventsIn(`patient-${id}`)).filter(({ type }) => type === 'PatientRegistered')).toHaveLength(1)
    expect((await eventsIn(`user-${id}`)).map(({ type }) => type)).toEqual(['UserRegistered', 'UserCodeAsked'])
    // Another one of the same e-mail waits: nobody is to believe that it counted.
    for (const changed of [
      { ...body, last_name: 'Obi' },
      { ...body, password: `${PASSWORD}0` },
    ]) {
      const refused = await register(changed)
      expect([refused.statusCode, Number(refused.headers['retry-after']) > 170]).toEqual([429, true])
    }
  } finally {
    await other.close()
  }
})

test('a known e-mail and an unknown one cost the same work and get the same answer; who has it is told by mail', async () => {
  const known = personOf('PATIENT').email
  const answers = async (email: string) => {
    const queries = vi.spyOn(demo.context.pool, 'query')
    const hashes = vi.spyOn(demo.context.credentials, 'hashed')
    try {
      const answer = await register(enrolment({ email }))
      const own = queries.mock.calls
        .map(([text]) => String(text))
        .filter((text) => /enrolment|code_request|call_count|coe/.test(text))
      // What goes on behind the answers of others.
      const asking = own.filter((text) => !/finished_at (is null and|=)|resolved_at/.test(text))
      return {
        said: [answer.statusCode, answer.body, Object.keys(answer.headers).sort()],
        asking,
        hashed: hashes.mock.calls.length,
      }
    } finally {
      queries.mockRestore()
      hashes.mockRestore()
    }
  }
  const unknown = 'nobody.at.all@example.org'
  const [first, second] = [await answers(known), await answers(unknown)]
  expect(first).toEqual(second)
  expect([first.said[0], first.hashed, first.asking.length > 1]).toEqual([200, 1, true])
  await finished(known)
  const { userId } = personOf('PATIENT')
  expect((await eventsIn(`user-${userId}`)).at(-1)).toMatchObject({ type: 'UserEnrolledAgain', data: { by: 'system' } })
  await expect
    .poll(async () => (await mailsTo(known)).map(({ subject }) => subject), { timeout: 30_000 })
    .toEqual(['You have an account in the CHF portal'])
  expect(await demo.context.credentials.check(userId, PASSWORD)).toBe(false)
})

test.each([
  ['email', ' ', 'Please provide your email'],
  ['email', 'ada at example', 'Invalid email address'],
  ['phone_number', '080312345', 'Phone number must be 11 characters!'],
  ['first_name', 'N', 'First name must be more than 2 characters!'],
  ['last_name', 'O', 'Last name must be more than 2 characters'],
  ['date_of_birth', '', 'Select your date of birth'],
  ['date_of_birth', '2199-01-01', 'Enter a date of birth up to today'],
  ['identification_id', '', 'Please choose an ID type'],
  ['identification_id', '99', 'Please choose an ID type'],
  ['identification_number', 'A123', 'Please enter a valid ID card number'],
  ['coe_id', '', 'Please choose a coe'],
  ['coe_id', 'nowhere', 'Please choose a coe'],
  ['password', 'Short-1', 'Password must be 8 characters or more!'],
  ['password', 'Baseball', 'This password is too easy to guess. Choose another one.'],
  ['last_name', 'O\0bi', 'Must not contain characters that cannot be stored'],
  ['first_name', 'N'.repeat(101), 'At most 100 characters'],
])('%s %j is refused: %s', async (field, value, message) => {
  const answer = await register(enrolment({ [field]: value }))
  expect([answer.statusCode, answer.json()]).toMatchObject([422, { errors: { [field]: [message] } }])
})

test.each([
  ['first_name', 'N', 2],
  ['identification_number', 'A', 5],
  ['password', 'Qz7-Kettle-9', 8],
] as const)('%s like %j takes no fewer than %i characters', async (field, text, least) => {
  const of = (length: number) => text.repeat(least).slice(0, length)
  const codeOf = async (value: string) => (await register(enrolment({ [field]: value }))).statusCode
  expect([await codeOf(of(least - 1)), await codeOf(of(least))]).toEqual([422, 200])
})

test('whoever enrols names the terms that they accepted, and no other ones than those that are', async () => {
  const { data } = (await get('/api/sitesettings/application_terms_condition')).json<{ data: { version: number } }>()
  const old = await register(enrolment({ terms_version: data.version + 1 }))
  expect([old.statusCode, old.json()]).toMatchObject([
    422,
    { errors: { terms_version: ['The terms have changed. Please read them again.'] } },
  ])
  const body = enrolment({ terms_version: data.version })
  expect((await register(body)).statusCode).toBe(200)
  await finished(body.email)
  const [registered] = await eventsIn(`patient-${await holderOf(body.email)}`)
  expect(registered).toMatchObject({ data: { termsVersion: data.version } })
})

test('the browser of whoever has no session keeps the hospitals; they are not open to all that is known of them', async () => {
  const list = await get('/api/coes')
  expect([list.headers['cache-control'], String(list.headers['vary'])]).toEqual([
    'public, max-age=300',
    expect.stringContaining('authorization'),
  ])
  const signedIn = await (await demo.as('FINANCE')).get('/api/coes')
  expect(signedIn.headers['cache-control']).toBe('no-store')
  const { data } = list.json<{ data: readonly { id: string }[] }>()
  expect(data.find(({ id }) => id === pilotCoeId('UCH'))).toEqual({
    ...{ id: pilotCoeId('UCH'), coe_name: expect.stringMatching(/Ibadan/) },
    ...{ coe_code: 'UCH', coe_id_cap: 'CAP-UCH', status: 'active' },
  })
  // One of them is for whoever is signed in (0093).
  expect((await get(`/api/coes/${pilotCoeId('UCH')}`)).statusCode).toBe(401)
})

const lookUp = (id: string, born: string) => get(`/api/patient/${encodeURIComponent(id)}?date_of_birth=${born}`)

test('CAP is asked by id, phone or e-mail, and tells a patient only to whoever knows their day of birth', async () => {
  for (const id of [ada.patientId, ada.phoneNumber, ada.email]) {
    const found = await lookUp(id, ada.dateOfBirth)
    expect([found.statusCode, found.json()]).toEqual([200, { data: ada }])
  }
  expect(asked.at(-1)).toBe(
    `Basic ${Buffer.from('portal:pa/ss').toString('base64')} /cap/patient/${encodeURIComponent(ada.email)}`,
  )
  const [wrongDay, nobody] = [await lookUp(ada.patientId, '1999-01-01'), await lookUp('CAP-0', ada.dateOfBirth)]
  expect([wrongDay.statusCode, wrongDay.json()]).toEqual([nobody.statusCode, nobody.json()])
  expect(nobody.json()).toEqual({
    message: 'Invalid CAP Patient ID/Phone Number/Email provided',
    errors: { id: ['Invalid CAP Patient ID/Phone Number/Email provided'] },
  })
  const account = await get(`/api/user/${ada.patientId}?date_of_birth=${ada.dateOfBirth}`)
  expect(account.json()).toEqual({ data: { id: ada.patientId, is_verified: true } })
  const notTheirs = await get(`/api/user/${ada.email}?date_of_birth=${ada.dateOfBirth}`)
  expect(notTheirs.json()).toMatchObject({ errors: { id: ['Invalid CAP account details provided'] } })
  const answers = await Promise.all(Array.from({ length: 30 }, () => lookUp('CAP-tried', '1970-01-01')))
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(20)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
})

test('a CAP number is one patient’s, and of whoever knows their day of birth', async () => {
  const { patientId: cap_id, dateOfBirth: date_of_birth } = ben
  const notTheirs = await register(enrolment({ cap_id }))
  expect(notTheirs.json()).toMatchObject({ errors: { cap_id: ['Invalid CAP account details provided'] } })
  const body = enrolment({ cap_id, date_of_birth })
  expect((await register(body)).statusCode).toBe(200)
  await finished(body.email)
  const [registered] = await eventsIn(`patient-${await holderOf(body.email)}`)
  expect(registered).toMatchObject({ type: 'PatientRegistered', data: { capId: cap_id } })
  const again = await register(enrolment({ cap_id, date_of_birth }))
  expect([again.statusCode, again.json()]).toEqual([
    422,
    { message: 'This CAP account is already enrolled', errors: { cap_id: ['This CAP account is already enrolled'] } },
  ])
})

const AWAY = 'CAP cannot be reached now. You can continue without it.'
const SENSELESS = 'An unknown error occured. Please contact CHF Support is this persist'
const UNSURE = 'Unable to verify CAP account'
test.each<[string, Says, 502 | 503]>([
  ['says nothing', () => undefined, 503],
  ['hangs up', (request) => request.socket.destroy(), 503],
  ['answers 500', (_, reply) => json(reply, { data: cleo }, 500), 503],
  ['sends elsewhere', (_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 503],
  ['answers no JSON', (_, reply) => reply.end('<html>'), 502],
  ['answers other JSON', (_, reply) => json(reply, [1, { data: null }]), 502],
  ['answers a NUL', (_, reply) => json(reply, { ...cleo, firstName: 'a\0' }), 502],
  ['answers a day that there is not', (_, reply) => json(reply, { ...cleo, dateOfBirth: '1970-02-30' }), 502],
  ['answers without end', (_, reply) => reply.writeHead(200).end(' '.repeat(70_000)), 502],
  ['is not allowed', (_, reply) => json(reply, {}, 401), 502],
])('when CAP %s, that is said, and the enrolment goes on without it', async (_, says, status) => {
  capSays = says
  const found = await lookUp(cleo.patientId, cleo.dateOfBirth)
  expect([found.statusCode, found.json()]).toEqual([status, { message: status === 503 ? AWAY : SENSELESS }])
  const on = enrolment({ cap_id: cleo.patientId, date_of_birth: cleo.dateOfBirth })
  const refused = await register(on)
  expect([refused.statusCode, refused.json()]).toEqual([status, { message: status === 503 ? UNSURE : SENSELESS }])
  await demo.context.pool.query('delete from call_count')
  const { cap_id: _gone, ...without } = on
  expect((await register(without)).statusCode).toBe(200)
})

test('CAP may write numbers, instants and nothing where it knows nothing', async () => {
  capSays = (_, reply) => json(reply, { patientId: 77, dateOfBirth: `${cleo.dateOfBirth}T00:00:00.000Z`, gender: null })
  const found = await lookUp('77', cleo.dateOfBirth)
  expect(found.json()).toMatchObject({
    data: { patientId: '77', dateOfBirth: cleo.dateOfBirth, gender: '', email: '' },
  })
})

test('rows that the portal did not write register nobody, and nobody under another id', async () => {
  const body = enrolment()
  await register(body)
  await finished(body.email)
  const { pool } = demo.context
  const admin = personOf('SUPER_ADMIN').userId
  // What was sent once, for an e-mail that is free, in somebody else's name; and what nobody sent.
  await pool.query(
    `update enrolment set id = $2, asked_at = now() - interval '10 minutes', finished_at = null where email_key = $1`,
    [keyOf(body.email), admin],
  )
  const forged = enrolment()
  await pool.query(
    `insert into enrolment (email_key, id, asked_at, digest, sealed) values ($1, $2, now(), 'none', 'none')`,
    [keyOf(forged.email), admin],
  )
  const before = await eventsIn(`user-${admin}`)
  const open = async () => (await pool.query('select from enrolment where finished_at is null')).rowCount
  await expect.poll(open, { timeout: 20_000 }).toBe(0)
  expect(await eventsIn(`user-${admin}`)).toEqual(before)
  expect(await holderOf(forged.email)).toBe('')
  await pool.query(`update enrolment set asked_at = asked_at - interval '10 minutes' where email_key = $1`, [
    keyOf(forged.email),
  ])
  expect((await register(forged)).statusCode).toBe(200)
  await finished(forged.email)
  expect(await holderOf(forged.email)).not.toBe('')
})
