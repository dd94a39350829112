import { afterAll, expect, test } from 'vitest'
import { type ApiRoute, apiRoutes } from '#tests/support/api-routes.ts'
import { startDemoApp } from '#tests/support/demo-app.ts'
import { roleWhoMay } from '#tests/support/role-who-may.ts'

// Started before the tests are made: there is one for each route.
const demo = await startDemoApp()
afterAll(() => demo.end())

const routes = await apiRoutes(demo.context)
/** Without an id some addresses are another route's: PUT /api/users/ (E169), with the slash of the spec. */
const isAnothers = ({ method, url }: ApiRoute) =>
  routes.some((other) => other.method === method && other.url === url.replace(/:\w+$/, ''))
const ofOne = routes.filter((route) => /:\w+$/.test(route.url))

async function answerOf({ method, url, ...route }: ApiRoute, id: string): Promise<readonly unknown[]> {
  const role = roleWhoMay({ method, url, ...route })
  const token = role === undefined ? undefined : (await demo.as(role)).token
  const answer = await demo.app.inject({
    method,
    url: url.replace(/:\w+$/, id).replaceAll(/:\w+/g, '1'),
    ...(method === 'GET' ? {} : { payload: {} }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  return [answer.statusCode, answer.json()]
}

const alone = ofOne.filter((route) => !isAnothers(route))
test.each(alone.map((route) => [`${route.method} ${route.url}`, route] as const))(
  '%s without an id is nothing that is there, and no field that could be filled',
  async (_, route) => {
    expect(await answerOf(route, '')).toEqual([404, { message: 'Not found' }])
  },
)

test.each(ofOne.map((route) => [`${route.method} ${route.url}`, route] as const))(
  '%s with an id that nothing can have is nothing that is there: no words of a validator',
  async (_, route) => {
    expect(await answerOf(route, 'a%00b')).toEqual([404, { message: 'Not found' }])
  },
)

test.each(['/api/documents/:id', '/api/exports/:id'])(
  '%s with an id that is none of ours reads as not there',
  async (url) => {
    const route = ofOne.find((one) => one.method === 'GET' && one.url === url)
    if (route === undefined) throw new Error(`There is no GET ${url}`)
    expect(await answerOf(route, 'receipt')).toEqual([
      404,
      { message: expect.stringMatching(/^(Document n|N)ot found$/) },
    ])
  },
)
