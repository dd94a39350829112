import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../scripts/demo/demo-people.ts'
import { type DemoApp, personOf, startDemoApp } from '../support/demo-app.ts'

let demo: DemoApp
beforeAll(async () => {
  demo = await startDemoApp()
})
afterAll(() => demo.end())

const login = (email: string, password: string, remoteAddress: string) =>
  demo.app.inject({ method: 'POST', url: '/api/login', payload: { email, password }, remoteAddress })

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

test.each([
  ['first_name', 'N'],
  ['last_name', ''],
  ['gender', 'Female'],
  ['phone_number', '0803555'],
  ['date_of_birth', '4-5-1971'],
])('a profile with a wrong %s names it', async (field, value) => {
  const patient = await demo.as('PATIENT')
  const refused = await patient.put('/api/profile', { ...PROFILE, [field]: value })
  expect(refused.statusCode).toBe(422)
  expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual([field])
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

test('ten wrong passwords shut an e-mail out, whatever the address, even with the right one', async () => {
  const { email } = personOf('SUPPORT')
  for (let guess = 0; guess < 10; guess++)
    expect((await login(email, `wrong-${guess}`, `10.1.0.${guess}`)).statusCode).toBe(401)
  expect((await login(email, DEMO_PASSWORD, '10.1.0.99')).statusCode).toBe(429)
})

test('a whole office signs in behind one address', async () => {
  const { email } = personOf('ANALYST')
  for (let person = 0; person < 12; person++)
    expect((await login(email, DEMO_PASSWORD, '10.2.0.1')).statusCode).toBe(200)
})

test('parallel guesses do not slip past the counter', async () => {
  const { email } = personOf('HELP_DESK')
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, guess) => login(email, `wrong-${guess}`, '10.3.0.1')),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5)
})

test('a wrong password and an unknown e-mail are told the same', async () => {
  const { email } = personOf('DHS')
  const [known, unknown] = [await login(email, 'no', '10.4.0.1'), await login('nobody@chf.example', 'no', '10.4.0.2')]
  expect(unknown.statusCode).toBe(known.statusCode)
  expect(unknown.json()).toEqual(known.json())
})
