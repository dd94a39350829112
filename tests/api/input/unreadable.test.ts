import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiRoute, apiRoutes } from '#tests/support/api-routes.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

const app: DemoApp = await startDemoApp()
const routes = await apiRoutes(app.context)
let admin: Caller
beforeAll(async () => {
  admin = await app.as('COE_STAFF')
})
afterAll(() => app.end())

const profile = {
  first_name: 'Ada',
  last_name: 'Obi',
  other_names: '',
  date_of_birth: '1980-02-29',
  gender: 'female',
  phone_number: '08012345678',
}

describe.each([
  ['NUL', 'Ada\u0000'],
  ['half of a surrogate pair', 'Ada\ud800'],
  ['what stands for bytes that are no UTF-8', 'Ada\ufffd'],
])('%s', (_, text) => {
  test('in a profile is refused by name, and the portal goes on', async () => {
    const head = await app.context.log.head()
    const refused = await admin.put('/api/profile', { ...profile, first_name: text })
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual(['first_name'])
    expect(await app.context.log.head()).toBe(head)
    const health = await admin.get('/api/health')
    expect(health.json()).toMatchObject({ data: { status: 'green' } })
  })
})

test('a benefactor with NUL is refused by name', async () => {
  const fund = await app.as('FUND_ADMIN')
  const refused = await fund.post('/api/pool/credit', { benefactor: 'A\u0000B', credit: '100.00' })
  expect(refused.json()).toMatchObject({ errors: { benefactor: [expect.any(String)] } })
  expect(refused.statusCode).toBe(422)
})

test.each(['application/json', 'application/json; charset=iso-8859-1'])(
  'a body of %s whose bytes are no UTF-8 is refused by name, and nothing of it is kept',
  async (type) => {
    const fund = await app.as('FUND_ADMIN')
    const head = await app.context.log.head()
    const payload = Buffer.from('{"benefactor":"Jos\xe9 B","credit":"1.00"}', 'latin1')
    const headers = { authorization: `Bearer ${fund.token}`, 'content-type': type }
    const refused = await app.app.inject({ method: 'POST', url: '/api/pool/credit', payload, headers })
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { errors: { benefactor: [expect.any(String)] } }])
    expect(await app.context.log.head()).toBe(head)
  },
)

const nameOf = ({ method, url }: ApiRoute) => `${method} ${url}`
test.each(routes.map((route) => [nameOf(route), route] as const))(
  '%s answers NUL in path, query and body without a fault of ours',
  async (_, { method, url }) => {
    const path = url.replaceAll(/:\w+|\*/g, 'x')
    const calls = [
      { url: url.replaceAll(/:\w+|\*/g, 'a%00b') },
      { url: `${path}?search=a%00b` },
      { url: `${path}?a%00b=1` },
      ...(method === 'GET'
        ? []
        : [
            { url: path, payload: { 'a\u0000': 1 } },
            { url: path, payload: { a: ['\u0000'] } },
          ]),
    ]
    for (const call of calls) {
      const headers = { authorization: `Bearer ${admin.token}` }
      const { statusCode } = await app.app.inject({ method, headers, ...call })
      expect([call.url, statusCode]).toEqual([call.url, Math.min(statusCode, 499)])
    }
  },
)

test.each(['/api/coes/%zz', '/api/transactions/%E0%A4%A', '/%'])(
  'a path that cannot be read is 400: %s',
  async (url) => {
    const answer = await admin.get(url)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ message: [expect.any(String)] })
  },
)

test('a path that holds what no id can, being too long for one, is not found, and is not repeated', async () => {
  const long = 'n'.repeat(201)
  for (const url of [`/api/coes/${long}/billings`, `/api/transactions/${long}`, `/api/coestaff/patient/${long}`]) {
    const answer = await admin.get(url)
    expect([url, answer.statusCode]).toEqual([url, 404])
    expect(answer.json()).toEqual({ message: 'Not found' })
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})
