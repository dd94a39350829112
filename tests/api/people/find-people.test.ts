import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PersonFound } from '#api/people/contracts/role.ts'
import { refusal } from '#tests/api/money/billing/hospital.ts'
import { type Answer, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
beforeAll(async () => {
  demo = await startDemoApp()
})
afterAll(() => demo.end())

const ask = async (role: string, search: string) => (await demo.as(role)).post('/api/users/find', { search })
const find = async (role: string, search: string) => (await ask(role, search)).json<{ data: PersonFound[] }>().data
const idsOf = async (role: string, search: string) => (await find(role, search)).map(({ id }) => id)

test('staff are found by e-mail, by phone and by part of their name, with their roles', async () => {
  const doctor = personOf('DOCTOR')
  for (const search of [doctor.email, doctor.phoneNumber, `${doctor.firstName} ${doctor.lastName}`])
    expect(await idsOf('SUPER_ADMIN', search)).toContain(doctor.userId)
  const [found] = await find('SUPER_ADMIN', doctor.email)
  expect(found).toMatchObject({ email: doctor.email, status: 'active', roles: [{ role: 'DOCTOR' }] })
  expect(found?.coe_name).not.toBe('')
})

/** Every look-up of a person by an e-mail or a phone number: what comes back names them. */
const LOOK_UPS: readonly (readonly [
  string,
  'email' | 'phone',
  'DOCTOR' | 'PATIENT',
  (text: string) => Promise<Answer>,
])[] = [
  ['find people by phone', 'phone', 'DOCTOR', (text) => ask('SUPER_ADMIN', text)],
  ['find people', 'email', 'DOCTOR', (text) => ask('SUPER_ADMIN', text)],
  [
    'look a user up',
    'email',
    'DOCTOR',
    async (email) => (await demo.as('SUPPORT')).post('/api/users/lookup', { email }),
  ],
  ['find a patient to bill', 'email', 'PATIENT', (text) => get('COE_STAFF', `/api/coestaff/patient/${inPath(text)}`)],
  ['find a patient to fund', 'email', 'PATIENT', (text) => get('FUND_ADMIN', `/api/patients/${inPath(text)}/fund`)],
  ['find a wallet', 'email', 'PATIENT', (text) => get('SUPER_ADMIN', `/api/ledger/wallets?search=${inPath(text)}`)],
]
const inPath = encodeURIComponent
const get = async (role: string, url: string) => (await demo.as(role)).get(url)

test.each(LOOK_UPS)('however it is written: %s', async (_, by, role, lookUp) => {
  const { userId, email, phoneNumber: phone } = personOf(role)
  const written =
    by === 'email'
      ? [email, email.toUpperCase(), `  ${email} `]
      : [phone, ` ${phone} `, `+234${phone.slice(1)}`, `${phone.slice(0, 4)} ${phone.slice(4, 7)}-${phone.slice(7)}`]
  for (const text of written) {
    const { statusCode, body } = await lookUp(text)
    expect([text, statusCode, body.includes(userId)]).toEqual([text, 200, true])
  }
})

test('a patient is found by their whole e-mail and by nothing less', async () => {
  const patient = personOf('PATIENT')
  expect(await idsOf('SUPER_ADMIN', patient.email)).toEqual([patient.userId])
  for (const search of [patient.lastName, `${patient.firstName} ${patient.lastName}`])
    expect(await idsOf('SUPER_ADMIN', search)).not.toContain(patient.userId)
})

test('the head of a hospital finds its people, nobody of another and nobody of the fund', async () => {
  expect(await idsOf('COE_ADMIN', personOf('DOCTOR').email)).toEqual([personOf('DOCTOR').userId])
  for (const person of [personOf('DOCTOR', 2), personOf('FINANCE'), personOf('PATIENT')])
    expect(await idsOf('COE_ADMIN', person.email)).toEqual([])
})

test('what is no text to look for is refused by name, and a wildcard is a letter like any other', async () => {
  for (const search of ['', ' a ', 'A\u0000B', 'A'.repeat(121)])
    expect(refusal(await ask('SUPER_ADMIN', search))).toMatchObject({ status: 422, fields: ['search'] })
  expect(await find('SUPER_ADMIN', '%%')).toEqual([])
  for (const role of ['DOCTOR', 'SUPPORT', 'AUDITOR', 'PATIENT']) expect((await ask(role, 'ada')).statusCode).toBe(403)
})
