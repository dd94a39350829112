import { afterAll, beforeAll, expect, type MockInstance, test, vi } from 'vitest'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { type Answer, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
/** Passwords are compared as ever (of somebody whom nobody knows, too); it is only counted how often. */
let compared: MockInstance<DemoApp['context']['credentials']['check']>
beforeAll(async () => {
  demo = await startDemoApp({ trustProxy: ['loopback'] })
  compared = vi.spyOn(demo.context.credentials, 'check')
})
afterAll(() => demo.end())

const signIn = (email: string, password: string, from: string, cookie?: string) =>
  demo.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password },
    headers: { 'x-forwarded-for': from, ...(cookie === undefined ? {} : { cookie }) },
  })
const cookieOf = (answer: Answer): string => String(answer.headers['set-cookie']).split(';')[0] ?? ''
const attacker = (nth: number) => `41.58.${Math.floor(nth / 100)}.${nth % 100}`

test('attacked from two hundred addresses, an e-mail lets its owner in each time, and compares ten guesses', async () => {
  const { email } = personOf('SECRETARIAT')
  let cookie = cookieOf(await signIn(email, DEMO_PASSWORD, '197.210.0.1'))
  compared.mockClear()
  const storm = Array.from({ length: 1_000 }, (_, nth) => signIn(email, `wrong-${nth}`, attacker(nth % 200)))
  for (let time = 0; time < 5; time += 1) {
    const owner = await signIn(email, DEMO_PASSWORD, '197.210.0.1', cookie)
    expect([time, owner.statusCode]).toEqual([time, 200])
    cookie = cookieOf(owner)
  }
  const answers = await Promise.all(storm)
  const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length
  expect(count(401) + count(429) + count(503)).toBe(answers.length)
  expect(count(401)).toBeLessThanOrEqual(10)
  // The owner's five, and what was let through to be compared.
  expect(compared.mock.calls.length).toBe(5 + count(401))
  // Nor are those who share an address with an attacker kept out, from a browser that nobody knows.
  expect((await signIn(personOf('COMMITTEE').email, DEMO_PASSWORD, attacker(7))).statusCode).toBe(200)
})

test('at sign-in a known e-mail and an unknown one cost the same work and get the same answer', async () => {
  const tried = async (email: string, from: string) => {
    compared.mockClear()
    const queries = vi.spyOn(demo.context.pool, 'query')
    try {
      const answer = await signIn(email, 'wrong', from)
      const asked = queries.mock.calls.map(([text]) => String(text))
      const own = asked.filter(
        // What is recorded behind the answers of others is no part of it.
        (text) => /sign_in_try|call_count|credential/.test(text) && !text.includes('change_id is not null'),
      )
      const said = [answer.statusCode, answer.body, Object.keys(answer.headers).sort()]
      return { said, own, compared: compared.mock.calls.length }
    } finally {
      queries.mockRestore()
    }
  }
  const known = await tried(personOf('DHS').email, '41.59.0.1')
  expect(await tried('nobody.at.all@example.org', '41.59.0.2')).toEqual(known)
  expect([known.said[0], known.compared, known.own.length > 2]).toEqual([401, 1, true])
})
