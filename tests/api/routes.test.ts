import { afterAll, describe, expect, test } from 'vitest'
import { type ApiRoute, apiRoutes } from '#tests/support/api-routes.ts'
import { startDemoApp } from '#tests/support/demo-app.ts'

// Who is let in and who is not: tests/api/authorization. Started before the tests are made: there is one for each route.
const app = await startDemoApp()
const routes = await apiRoutes(app.context)
const nameOf = ({ method, url }: ApiRoute) => `${method} ${url}`
const named = routes.map((route) => [nameOf(route), route] as const)
/** Open to everyone: each of these is a decision, so a new one has to be written down here. */
const PUBLIC = [
  'GET /api/coes',
  'GET /api/health',
  'GET /api/identification_documents',
  'GET /api/patient/:id',
  'GET /api/ready',
  'GET /api/sitesettings/application_terms_condition',
  'GET /api/support_line',
  'GET /api/user/:id',
  'POST /api/auth/resend-verification-email',
  'POST /api/login',
  'POST /api/login/second_factor',
  'POST /api/login/second_factor/enrolment',
  'POST /api/password/recovery/verify_code',
  'POST /api/register',
  'POST /api/resend_email',
  'POST /api/set_password',
  'POST /api/verify_email',
  'PUT /api/reset_password',
]
const isPublic = ({ permission }: ApiRoute) => permission === 'public'
afterAll(() => app.end())

/** The parameters of a path filled with ids that nothing has. */
const pathOf = ({ url }: ApiRoute) => url.replaceAll(/:\w+|\*/g, '00000000-0000-7000-8000-000000000000')

const call = (route: ApiRoute, token?: string) =>
  app.app.inject({
    method: route.method,
    url: pathOf(route),
    ...(route.method === 'GET' ? {} : { payload: {} }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })

/** Says no, and has written nothing. */
async function expectRefused(route: ApiRoute, status: number, token?: string) {
  const head = await app.context.log.head()
  const answer = await call(route, token)
  expect([nameOf(route), answer.statusCode]).toEqual([nameOf(route), status])
  expect(answer.json()).toEqual({ message: expect.any(String) })
  expect(await app.context.log.head()).toBe(head)
}

test('the routes are the ones that the API describes', async () => {
  const answer = await app.app.inject({ url: '/api/openapi.json' })
  const { paths } = answer.json<{ paths: Record<string, object> }>()
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(described.sort()).toEqual(routes.map(nameOf).sort())
  expect(routes.length).toBeGreaterThan(30)
})

test('no two routes are the same', () => {
  expect(new Set(routes.map(nameOf)).size).toBe(routes.length)
})

test('what a permission lets people change is a record in their reach, or the whole fund’s, and then only theirs who reach all of it', () => {
  const unbounded = routes.filter((route) => !isPublic(route) && route.method !== 'GET' && route.scope === 'none')
  expect(unbounded.map(nameOf)).toEqual([])
})

test('just the known routes are public, and none of them reaches anybody’s records', () => {
  const open = routes.filter(isPublic)
  expect(open.map(nameOf).sort()).toEqual(PUBLIC)
  // Public and signed in in one: the caller's own, or that of whose code was right (docs/decisions/0072).
  expect(open.filter(({ scope }) => scope !== 'none').map(nameOf)).toEqual(['GET /api/coes', 'PUT /api/reset_password'])
})

describe.each(named)('%s', (_, route) => {
  test('declares a permission and a scope', () => {
    expect(route.permission).toBeDefined()
    expect(route.scope).toBeDefined()
    expect(route.permission).not.toEqual([])
  })

  if (!isPublic(route))
    test('is refused without a session, and with a token that is nobody’s', async () => {
      await expectRefused(route, 401)
      await expectRefused(route, 401, 'a'.repeat(43))
    })

  if (route.method !== 'GET' && route.permission === 'signed-in')
    test('touches no more than the caller’s own', () => {
      expect(['own', 'none']).toContain(route.scope)
    })
})
