import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PersonFound } from '#api/people/contracts/role.ts'
import { refusal } from '#tests/api/money/billing/hospital.ts'
import { type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'

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
  const { rows } = await demo.context.pool.query<{ phone_number: string }>(
    'select phone_number from user_account where id = $1',
    [doctor.userId],
  )
  for (const search of [
    doctor.email.toUpperCase(),
    ` ${rows[0]?.phone_number} `,
    `${doctor.firstName} ${doctor.lastName}`,
  ])
    expect(await idsOf('SUPER_ADMIN', search)).toContain(doctor.userId)
  const [found] = await find('SUPER_ADMIN', doctor.email)
  expect(found).toMatchObject({ email: doctor.email, status: 'active', roles: [{ role: 'DOCTOR' }] })
  expect(found?.coe_name).not.toBe('')
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
