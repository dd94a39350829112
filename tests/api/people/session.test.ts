import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
beforeAll(async () => {
  demo = await startDemoApp()
})
afterAll(() => demo.end())

const PROFILE = {
  first_name: 'Ngozi',
  last_name: 'Okonkwo-Adeyemi',
  other_names: '',
  date_of_birth: '1971-05-04',
  gender: 'female',
  phone_number: '08035551234',
}

test('a saved profile is what the next call shows, and only the own one changes', async () => {
  const [patient, other] = [await demo.as('PATIENT'), await demo.as('PATIENT', 2)]
  const before = (await other.get('/api/users/profile')).json<unknown>()
  const saved = await patient.put('/api/profile', PROFILE, 'profile-1')
  expect(saved.statusCode).toBe(200)
  expect(saved.json()).toMatchObject({ message: 'Profile updated.', data: { caught_up: true } })
  const { data } = (await patient.get('/api/users/profile')).json<{ data: object }>()
  expect(data).toMatchObject({ ...PROFILE, other_names: null })
  expect((await other.get('/api/users/profile')).json()).toEqual(before)
})

test('the profile is whole: whose it is, where they work, what they are, since when', async () => {
  const of = async (role: string) =>
    (await (await demo.as(role)).get('/api/users/profile')).json<{ data: Record<string, unknown> }>().data
  const patient = await of('PATIENT')
  expect(patient).toMatchObject({ patient: { id: patient['id'], chf_id: expect.stringMatching(/^CHF-\d{6}$/) } })
  const staff = await of('COE_STAFF')
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  expect(staff).toMatchObject({ patient: null, coe: { id: staff['coe_id'] }, created_at: moment, updated_at: moment })
  expect(Object.keys(staff)).toEqual(expect.arrayContaining(['profession', 'email_verified_at']))
})

test('the menu has names, links, permissions and icons, and nothing that the person may not open', async () => {
  const answer = await (await demo.as('AUDITOR')).get('/api/uimenu')
  const ledger = { name: 'Trial balance', link: '/ledger', permission: 'VIEW_LEDGER', icon: 'audit' }
  const { data } = answer.json<{ data: readonly { readonly link: string }[] }>()
  expect(data).toContainEqual(expect.objectContaining(ledger))
  expect(data.map(({ link }) => link)).not.toContain('/coestaff/billing')
})

test.each([
  ['first_name', 'N'],
  ['last_name', ''],
  ['gender', 'other'],
  ['phone_number', '0803555'],
  ['date_of_birth', '4-5-1971'],
])('a profile with a wrong %s names it', async (field, value) => {
  const patient = await demo.as('PATIENT')
  const refused = await patient.put('/api/profile', { ...PROFILE, [field]: value })
  expect(refused.statusCode).toBe(422)
  expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual([field])
})

test.each([
  ['gender', 'exactly male, female', ['male', 'female', 'Female'], ['other', 'males', '']],
  ['phone_number', 'exactly 11', ['08035551234'], ['0803555123', '080355512345']],
  ['first_name', 'at least 2 letters', ['Ng'], ['N']],
])('of a profile %s is %s', async (field, _, right, wrong) => {
  const patient = await demo.as('PATIENT')
  const put = async (value: string) => (await patient.put('/api/profile', { ...PROFILE, [field]: value })).statusCode
  for (const value of right) expect([value, await put(value)]).toEqual([value, 200])
  for (const value of wrong) expect([value, await put(value)]).toEqual([value, 422])
})

test('sign-out ends the session', async () => {
  const auditor = await demo.as('AUDITOR')
  expect((await auditor.get('/api/users/profile')).statusCode).toBe(200)
  expect((await auditor.post('/api/logout', {})).statusCode).toBe(200)
  expect((await auditor.get('/api/users/profile')).statusCode).toBe(401)
})

test('a token that was never given opens nothing', async () => {
  const headers = { authorization: `Bearer ${'a'.repeat(43)}` }
  expect((await demo.app.inject({ url: '/api/users/profile', headers })).statusCode).toBe(401)
})

test('a session ends after thirty minutes without a call', async () => {
  let at = Date.now()
  const later = await startDemoApp({ now: () => at })
  try {
    const dfa = await later.as('DFA')
    at += 29 * 60_000
    expect((await dfa.get('/api/users/profile')).statusCode).toBe(200)
    at += 29 * 60_000
    expect((await dfa.get('/api/users/profile')).statusCode).toBe(200)
    at += 31 * 60_000
    expect((await dfa.get('/api/users/profile')).statusCode).toBe(401)
  } finally {
    await later.end()
  }
})
