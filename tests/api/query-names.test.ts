import fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { refuseUnknownQueries } from '#api/plugins/query-names.ts'
import { type ApiRoute, apiRoutes } from '#tests/support/api-routes.ts'
import { startDemoApp } from '#tests/support/demo-app.ts'
import { roleWhoMay } from '#tests/support/role-who-may.ts'

// Started before the tests are made: there is one for each route.
const app = await startDemoApp()
const routes = await apiRoutes(app.context)
// What is refused is counted all the same, and these are more exports than one person has in an hour.
beforeEach(() => app.context.pool.query('delete from call_count'))
afterAll(() => app.end())

/** A call of the route with this query, by somebody who may call it. */
async function call(route: ApiRoute, query: string) {
  const role = roleWhoMay(route)
  const token = role === undefined ? undefined : (await app.as(role)).token
  return app.app.inject({
    method: route.method,
    url: `${route.url.replaceAll(/:\w+/g, '00000000-0000-7000-8000-000000000000')}?${query}`,
    ...(route.method === 'GET' ? {} : { payload: {} }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
}

async function answerTo(route: ApiRoute, query: string) {
  const { statusCode, body } = await call(route, query)
  return [statusCode, body]
}

/** The fields that it is refused for. */
async function refusedFields(route: ApiRoute, query: string): Promise<readonly string[]> {
  const answer = await call(route, query)
  expect([answer.statusCode, answer.body]).toEqual([422, expect.any(String)])
  return Object.keys(answer.json<{ errors: object }>().errors)
}

describe('no route ignores a name in a query that it does not know', () => {
  test.each(routes.map((route) => [`${route.method} ${route.url}`, route] as const))('%s', async (_, route) => {
    expect(await refusedFields(route, 'as_off=2026-01-01')).toEqual(['as_off'])
    expect(await refusedFields(route, '__proto__=1&constructor=2&toString=3')).toEqual([
      '__proto__',
      'constructor',
      'toString',
    ])
    const notIts = ['as_of', 'as_of_position'].filter((name) => !route.queryNames.includes(name))
    if (notIts.length > 0) expect(await refusedFields(route, 'as_of=2026-01-01&as_of_position=1')).toEqual(notIts)
  })
})

/** How one name may be spelled: `start_date` and `startDate`. */
const spellingsOf = (names: readonly string[]): readonly (readonly string[])[] => {
  const plain = (name: string) => name.replaceAll('_', '').toLowerCase()
  return names.map((name) => names.filter((other) => plain(other) === plain(name))).filter(({ length }) => length > 1)
}

const asked = routes.filter(({ queryNames }) => queryNames.length > 0)
describe('no route takes one of two values and ignores the other', () => {
  test.each(asked.map((route) => [`${route.method} ${route.url}`, route] as const))('%s', async (_, route) => {
    for (const name of route.queryNames)
      expect([name, await refusedFields(route, `${name}=1&${name}=2`)]).toEqual([name, [name]])
    for (const [one = '', other = ''] of spellingsOf(route.queryNames)) {
      const fields = await refusedFields(route, `${one}=2026-01-01&${other}=2026-01-02`)
      expect([...fields].sort()).toEqual([one, other].sort())
    }
  })
})

const MOMENTS_AND_CURSOR = ['as_of', 'as_of_position', 'at', 'after']
describe('a filter without a value is none, on every route; a moment or a cursor without one is refused', () => {
  test.each(asked.map((route) => [`${route.method} ${route.url}`, route] as const))('%s', async (_, route) => {
    const [refused, filters] = [true, false].map((isRefused) =>
      route.queryNames.filter((name) => MOMENTS_AND_CURSOR.includes(name) === isRefused),
    )
    for (const name of refused ?? []) expect(await refusedFields(route, `${name}=`)).toEqual([name])
    const plain = await answerTo(route, '')
    for (const name of filters ?? []) expect([name, await answerTo(route, `${name}=`)]).toEqual([name, plain])
    expect(await answerTo(route, (filters ?? []).map((name) => `${name}=`).join('&'))).toEqual(plain)
  })
})

test('one value in two spellings is one value', async () => {
  const spelled = asked.filter(({ queryNames }) => spellingsOf(queryNames).length > 0)
  expect(spelled.map(({ url }) => url)).toContain('/api/transactions')
  const auditor = await app.as('AUDITOR')
  const answer = await auditor.get('/api/transactions?start_date=2026-01-01&startDate=2026-01-01')
  expect(answer.statusCode).toBe(200)
})

const exports = routes.filter(({ url }) => url.endsWith('/csv'))
describe('an export is the whole result: it takes no page', () => {
  test('there are exports', () => expect(exports.length).toBeGreaterThan(10))
  test.each(exports.map((route) => [`${route.method} ${route.url}`, route] as const))('%s', async (_, route) => {
    const fields = await refusedFields(route, 'after=x&limit=1&page=1&per_page=1')
    expect(fields).toEqual(['after', 'limit', 'page', 'per_page'])
  })
})

test('nor does a page of the API’s own description', async () => {
  for (const url of ['/api/openapi.json?a=1', '/api/docs/json?a=1']) {
    expect((await app.app.inject({ url })).statusCode).toBe(422)
  }
})

test.each([
  ['is not strict', z.object({ coe: z.string() })],
  ['is no object', z.record(z.string(), z.string())],
  ['takes the rest', z.looseObject({})],
])('a route whose query schema %s stops the boot', async (_, querystring) => {
  const server = fastify()
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  refuseUnknownQueries(server)
  expect(() => server.get('/api/things', { schema: { querystring } }, () => 'things')).toThrow(/things/)
  await server.close()
})

const ofPeriods = asked.flatMap((route) => {
  const [start, end] = ['startdate', 'enddate'].map((plain) =>
    route.queryNames.find((name) => name.replaceAll('_', '').toLowerCase() === plain),
  )
  return start === undefined || end === undefined ? [] : [{ route, start, end }]
})
describe('no route takes a period that ends before it begins', () => {
  test('there are such routes', () => expect(ofPeriods.length).toBeGreaterThan(10))
  test.each(ofPeriods.map((one) => [`${one.route.method} ${one.route.url}`, one] as const))(
    '%s',
    async (_, { route, start, end }) => {
      expect(await refusedFields(route, `${start}=2026-02-02&${end}=2026-02-01`)).toEqual([end])
    },
  )
})
