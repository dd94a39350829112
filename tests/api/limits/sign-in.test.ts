import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { type Answer, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'

/** What sign-in-tries.ts leaves free, and how it closes after that. */
const FREE = 10
const CLOSED_S = [30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600]

let demo: DemoApp
let at = Date.now()
beforeAll(async () => {
  demo = await startDemoApp({ now: () => at })
})
afterAll(() => demo.end())

type From = { readonly cookie?: string; readonly forwardedFor?: string; readonly app?: DemoApp }
const signIn = (email: string, password: string, { cookie, forwardedFor, app = demo }: From = {}) =>
  app.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password },
    headers: {
      ...(cookie === undefined ? {} : { cookie }),
      ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
    },
  })
const cookieOf = (answer: Answer): string => String(answer.headers['set-cookie']).split(';')[0] ?? ''

/** Signs in, as a browser that has this cookie; gives the one it has from then on. */
async function known(email: string, cookie?: string): Promise<string> {
  const answer = await signIn(email, DEMO_PASSWORD, cookie === undefined ? {} : { cookie })
  expect(answer.statusCode, answer.body).toBe(200)
  return cookieOf(answer)
}
async function guess(times: number, email: string, from: From = {}): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) expect((await signIn(email, `wrong-${nth}`, from)).statusCode).toBe(401)
}
const STRANGER = /A browser where you signed in before still works\./
function expectClosed(answer: Answer, seconds: number, says?: RegExp): void {
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, String(seconds)])
  expect(answer.json()).toEqual({ message: expect.stringMatching(/^Too many failed sign-ins\. Wait /) })
  if (says !== undefined) expect(answer.body).toMatch(says)
}

test('an e-mail under attack is closed to strangers for a growing while; who signed in before goes on', async () => {
  const { email } = personOf('PERMSEC')
  let cookie = await known(email)
  await guess(FREE, email)
  for (const seconds of CLOSED_S) {
    expectClosed(await signIn(email, DEMO_PASSWORD), seconds, STRANGER)
    if (seconds === CLOSED_S[0] || seconds === CLOSED_S.at(-1)) cookie = await known(email, cookie)
    at += seconds * 1000 - 1
    expectClosed(await signIn(email, DEMO_PASSWORD), 1)
    at += 1
    await guess(1, email)
  }
  // A day without a try, and all is forgotten.
  at += 25 * 3_600_000
  await guess(FREE, email)
})

test('whoever signs in from a new browser while it is open is let in, and gives the attack nothing back', async () => {
  const { email } = personOf('DFA')
  await guess(FREE, email)
  at += 30_000
  await known(email)
  await guess(1, email)
  expectClosed(await signIn(email, DEMO_PASSWORD), 60)
})

test('sign-ins that succeed are not counted: a whole office comes in new browsers', async () => {
  const { email } = personOf('ANALYST')
  for (let person = 0; person < FREE + 3; person += 1) await known(email)
})

test('a stolen cookie is no free guess, and its owner goes on under the next one', async () => {
  const { email } = personOf('DHS')
  const stolen = await known(email)
  const cookie = await known(email, stolen)
  expect(cookie).not.toBe(stolen)
  await guess(FREE, email, { cookie: stolen })
  expectClosed(await signIn(email, DEMO_PASSWORD, { cookie: stolen }), 30)
  await known(email, cookie)
  // The attack had a count of its own: strangers were not closed out by it.
  await known(email)
})

test('a browser shared by a ward knows each of its people, and nobody’s sign-in clears another’s count', async () => {
  const [nurse, doctor] = [personOf('COE_STAFF').email, personOf('DOCTOR').email]
  let cookie = await known(doctor, await known(nurse))
  await guess(FREE - 1, nurse, { cookie })
  cookie = await known(doctor, cookie)
  await guess(1, nurse, { cookie })
  expectClosed(await signIn(nurse, DEMO_PASSWORD, { cookie }), 30)
  await known(doctor, cookie)
})

test('a cookie that is another’s, forged, changed or too old makes nobody known', async () => {
  const { email } = personOf('NCCP')
  const others = await known(personOf('FINANCE').email)
  const own = await known(email)
  await guess(FREE, email)
  const [name = '', value = ''] = own.split('=')
  const [entries = '', mac = ''] = value.split('~')
  const forged = [
    others,
    `${name}=${entries}~${createHash('sha256').update(entries).digest('base64url')}`,
    `${name}=${entries.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))}~${mac}`,
    `${name}=${entries}~`,
    `${name}=~`,
    `${name}=${randomBytes(2_000).toString('base64url')}`,
    name,
  ]
  for (const cookie of forged) expectClosed(await signIn(email, DEMO_PASSWORD, { cookie }), 30)
  await known(email, `other=1; ${own}`)
  at += 181 * 86_400_000
  await guess(FREE, email)
  expectClosed(await signIn(email, DEMO_PASSWORD, { cookie: own }), 30)
})

/** More than load.ts lets in at once. */
const STORM = 320

test('a storm of guesses compares ten, and a known browser signs in meanwhile', async () => {
  const { email } = personOf('HELP_DESK')
  const cookie = await known(email)
  const storm = Array.from({ length: STORM }, (_, nth) => signIn(email, `wrong-${nth}`))
  const [owner, profile] = await Promise.all([
    signIn(email, DEMO_PASSWORD, { cookie }),
    demo.app.inject({ url: '/api/coes' }),
  ])
  expect([owner.statusCode, profile.statusCode]).toEqual([200, 200])
  const answers = await Promise.all(storm)
  const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length
  expect(count(401)).toBeLessThanOrEqual(FREE)
  expect(count(401)).toBeGreaterThan(0)
  expect(count(401) + count(429) + count(503)).toBe(answers.length)
  for (const { statusCode, headers } of answers)
    if (statusCode !== 401) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

test('beyond the passwords’ pool and queue there is 503 with Retry-After, and known browsers have their own', async () => {
  const { email } = personOf('AUDITOR')
  const cookie = await known(email)
  // Each at an e-mail of its own: nothing but the pool holds them up.
  const strangers = Array.from({ length: 100 }, (_, nth) => signIn(`nobody-${nth}@chf.example`, 'wrong'))
  expect((await signIn(email, DEMO_PASSWORD, { cookie })).statusCode).toBe(200)
  const answers = await Promise.all(strangers)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 503]))
  const refused = answers.find(({ statusCode }) => statusCode === 503)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused?.json()).toEqual({ message: expect.stringContaining('try again') })
})

test('turns are counted by account, however many known browsers it has made itself', async () => {
  const [patient, other] = [personOf('PATIENT').email, personOf('PERMSEC').email]
  const cookies = [await known(patient), await known(patient)]
  const turns = vi.spyOn(demo.context.lanes.knownPasswords, 'run')
  for (const cookie of cookies) await known(patient, cookie)
  await known(other, await known(other))
  const [first, second, third] = turns.mock.calls.map(([caller]) => caller)
  turns.mockRestore()
  expect(first).toBe(second)
  expect(third).not.toBe(first)
})

test('an e-mail without an account is told the same at every try, and leaves one row that names nobody', async () => {
  const [knownOne, nobody] = [personOf('SUPPORT').email, `${'n'.repeat(60)}obody@chf.example`]
  const tries = async (email: string) => {
    const answers: [number, unknown][] = []
    for (let nth = 0; nth < FREE + 2; nth += 1) {
      const answer = await signIn(nth % 2 === 0 ? email : email.toUpperCase(), 'wrong')
      answers.push([answer.statusCode, answer.json()])
    }
    return answers
  }
  const { rows: before } = await demo.context.pool.query('select key from sign_in_try')
  expect(await tries(nobody)).toEqual(await tries(knownOne))
  const { rows } = await demo.context.pool.query<{ key: string }>('select key from sign_in_try')
  expect(rows.length - before.length).toBe(2)
  for (const { key } of rows) {
    expect(key.length).toBeLessThanOrEqual(60)
    expect(key).not.toMatch(/@|obody/)
  }
})

test('the cookie is for this host, for HTTP alone, and in production for TLS alone', async () => {
  const { email } = personOf('COMMITTEE')
  const attributes = /; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/
  const cookie = String((await signIn(email, DEMO_PASSWORD)).headers['set-cookie'])
  expect(cookie).toMatch(/^chf-browser=/)
  expect(cookie).toMatch(attributes)
  expect((await signIn(email, 'wrong')).headers['set-cookie']).toBeUndefined()
  const production = await startDemoApp({ production: true })
  try {
    const secure = String((await signIn(email, DEMO_PASSWORD, { app: production })).headers['set-cookie'])
    expect(secure).toMatch(/^__Host-chf-browser=/)
    expect(secure).toMatch(/; Secure$/)
  } finally {
    await production.end()
  }
})

test('without declared proxies an address is nobody’s word: forged ones change nothing and are not counted', async () => {
  const { email } = personOf('FUND_ADMIN')
  for (let nth = 0; nth < FREE; nth += 1) await guess(1, email, { forwardedFor: `10.0.0.${nth}` })
  expectClosed(await signIn(email, DEMO_PASSWORD, { forwardedFor: '10.0.0.99' }), 30)
  const { rows } = await demo.context.pool.query("select key from call_count where key like 'sign-in-from:%'")
  expect(rows).toEqual([])
})

test('behind a declared proxy an address has a limit that only strangers’ failures count towards', async () => {
  const proxied = await startDemoApp({ trustProxy: ['loopback'] })
  try {
    const { email } = personOf('COE_ADMIN')
    const from = { app: proxied, forwardedFor: '6.6.6.6, 41.58.0.7' }
    const first = await signIn(email, DEMO_PASSWORD, from)
    expect(first.statusCode).toBe(200)
    const used = async (key: string) =>
      (await proxied.context.pool.query<{ used: number }>('select used from call_count where key = $1', [key])).rows
    expect(await used('sign-in-from:41.58.0.7')).toEqual([{ used: 0 }])
    await proxied.context.pool.query('update call_count set used = 199')
    expect((await signIn('nobody@chf.example', 'wrong', from)).statusCode).toBe(401)
    const refused = await signIn(personOf('PATIENT').email, DEMO_PASSWORD, from)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
    expect((await signIn(email, DEMO_PASSWORD, { ...from, cookie: cookieOf(first) })).statusCode).toBe(200)
    expect(
      (await signIn(personOf('PATIENT').email, DEMO_PASSWORD, { app: proxied, forwardedFor: '41.58.0.8' })).statusCode,
    ).toBe(200)
    // Of IPv6 the network counts, however it is written.
    for (const address of ['2001:db8:0:1::1', '2001:0db8:0000:0001:ffff::2'])
      expect((await signIn('nobody@chf.example', 'wrong', { app: proxied, forwardedFor: address })).statusCode).toBe(
        401,
      )
    expect(await used('sign-in-from:2001:db8:0:1::/64')).toEqual([{ used: 2 }])
  } finally {
    await proxied.end()
  }
})
