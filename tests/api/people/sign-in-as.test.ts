import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { refusal } from '#tests/api/money/billing/hospital.ts'
import { type ApiRoute, apiRoutes } from '#tests/support/api-routes.ts'
import { pathOf } from '#tests/support/built-routes.ts'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'

let at = Date.now()
let demo: DemoApp
let support: Caller
beforeAll(async () => {
  demo = await startDemoApp({ now: () => at })
  support = await demo.as('SUPPORT')
})
afterAll(() => demo.end())

const URL = '/api/secure/superadmin/support/anonymous/auth'
const REASON = 'They cannot find their bill'
const WORDS = 'You are viewing this account as support (read only)'
const seeAs = (email: string, by = support) => by.post(URL, { email, reason: REASON })
type As = { access_token: string; expires_at: string; user: { email: string; support: object | null } }
const opened = async (email: string) => (await seeAs(email)).json<{ data: As }>().data
const call = (token: string, method: ApiRoute['method'], url: string, payload?: object) =>
  demo.app.inject({
    ...{ method, url, headers: { authorization: `Bearer ${token}` } },
    ...(payload === undefined ? {} : { payload }),
  })
type Listed = { id: string; support: string | null }
const sessionsOf = async ({ get }: Caller) => (await get('/api/sessions')).json<{ data: Listed[] }>().data

test('support sees what a patient sees, and both names stand on it; the patient is told, sees it and ends it', async () => {
  const patient = await demo.as('PATIENT')
  const { email, userId } = patient.person
  const { access_token: token, user, expires_at: until } = await opened(email)
  const name = `${support.person.firstName} ${support.person.lastName}`
  expect(user).toMatchObject({ email, support: { id: support.person.userId, name, until } })
  expect(Date.parse(until) - at).toBe(30 * 60_000)
  expect((await call(token, 'GET', '/api/wallet')).json()).toEqual((await patient.get('/api/wallet')).json())
  const past = await demo.context.log.read(`user-${userId}`)
  expect(past.at(-1)).toMatchObject({
    event: { type: 'UserSeenBySupport', data: { by: support.person.userId, reason: REASON } },
  })
  const theirs = (await sessionsOf(patient)).find((one) => one.support !== null)
  expect(theirs).toMatchObject({ support: name })
  expect((await patient.delete(`/api/sessions/${theirs?.id ?? ''}`)).statusCode).toBe(200)
  expect((await call(token, 'GET', '/api/wallet')).statusCode).toBe(401)
})

test('nothing is changed in their place', async () => {
  const { email } = personOf('COE_STAFF')
  const { access_token: token } = await opened(email)
  const head = await demo.context.log.head()
  for (const [method, url, body] of [
    ['PUT', '/api/profile', {}],
    ['POST', '/api/coestaff/billings', {}],
    ['POST', '/api/notification/transactions/read', { until: new Date(at).toISOString() }],
    ['POST', URL, { email: personOf('PATIENT').email, reason: REASON }],
  ] as const) {
    const answer = await call(token, method, url, body)
    expect([url, answer.statusCode, answer.json()]).toEqual([url, 403, { message: WORDS }])
  }
  expect((await call(token, 'POST', '/api/second_factor/enrolment')).statusCode).toBe(403)
  const password = { email, password: 'Ward-seven-kettle-9' }
  expect((await call(token, 'PUT', '/api/reset_password', password)).statusCode).toBe(403)
  expect(await demo.context.log.head()).toBe(head)
})

test('a visit calls nothing but GET, and what a list by hand allows', async () => {
  const { access_token: token } = await opened(personOf('COE_STAFF').email)
  const open: string[] = []
  for (const route of await apiRoutes(demo.context)) {
    const isForAnyone = route.permission === 'public' && route.scope === 'none'
    if (route.method === 'GET' || isForAnyone || route.url === '/api/logout') continue
    const { statusCode, body } = await call(token, route.method, pathOf(route), {})
    if (statusCode !== 403 || !body.includes(WORDS)) open.push(`${route.method} ${route.url}`)
  }
  expect(open.toSorted()).toEqual(['POST /api/search', 'POST /api/users/find', 'POST /api/why_not'])
})

test('a visit exports nothing: the record of an export would name who made none', async () => {
  const { access_token: token } = await opened(personOf('COE_STAFF').email)
  const files = (await apiRoutes(demo.context)).filter(({ url }) => url.endsWith('/csv'))
  expect(files.length).toBeGreaterThan(10)
  for (const route of files) {
    const { statusCode, body } = await call(token, 'GET', pathOf(route))
    expect([route.url, statusCode, body]).toEqual([route.url, 403, expect.stringContaining(WORDS)])
  }
  expect((await (await demo.as('COE_STAFF')).get('/api/exports')).json()).toMatchObject({ data: { data: [] } })
})

test('it ends after half an hour, by its button, and with the right to it', async () => {
  const { email } = personOf('PATIENT', 2)
  const first = (await opened(email)).access_token
  expect((await call(first, 'POST', '/api/logout', {})).statusCode).toBe(200)
  expect((await call(first, 'GET', '/api/wallet')).statusCode).toBe(401)
  const second = (await opened(email)).access_token
  at += 16 * 60_000
  expect((await call(second, 'GET', '/api/wallet')).statusCode).toBe(200)
  at += 15 * 60_000
  expect((await call(second, 'GET', '/api/wallet')).statusCode).toBe(401)
  support = await demo.as('SUPPORT')
  const third = (await opened(email)).access_token
  const admin = await demo.as('SUPER_ADMIN')
  const taken = await admin.patch(`/api/users/${support.person.userId}/roles`, { roles: [roleIdOf('ANALYST')] })
  expect(taken.statusCode).toBe(200)
  expect((await call(third, 'GET', '/api/wallet')).statusCode).toBe(401)
  expect((await seeAs(email)).statusCode).toBe(403)
  await admin.patch(`/api/users/${support.person.userId}/roles`, { roles: [roleIdOf('SUPPORT')] })
})

test('nobody above support is looked at, nor an unknown e-mail, and nobody else looks', async () => {
  const head = await demo.context.log.head()
  for (const role of ['SUPER_ADMIN', 'PERMSEC', 'FUND_ADMIN'])
    expect([role, refusal(await seeAs(personOf(role).email))]).toEqual([
      role,
      expect.objectContaining({ status: 422, fields: ['email'] }),
    ])
  expect(refusal(await seeAs(support.person.email))).toMatchObject({ status: 422 })
  expect(refusal(await seeAs('nobody.at.all@example.org'))).toMatchObject({ status: 422, fields: ['email'] })
  const none = await support.post(URL, { email: personOf('PATIENT').email, reason: ' ' })
  expect(refusal(none)).toMatchObject({ status: 422, fields: ['reason'] })
  expect((await seeAs(personOf('PATIENT').email, await demo.as('AUDITOR'))).statusCode).toBe(403)
  expect((await demo.app.inject({ method: 'POST', url: URL, payload: {} })).statusCode).toBe(401)
  expect(await demo.context.log.head()).toBe(head)
})
