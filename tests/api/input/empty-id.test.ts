import { afterAll, expect, test } from 'vitest'
import { apiRoutes } from '#tests/support/api-routes.ts'
import { startDemoApp } from '#tests/support/demo-app.ts'
import { roleWhoMay } from '#tests/support/role-who-may.ts'

// Started before the tests are made: there is one for each route.
const demo = await startDemoApp()
afterAll(() => demo.end())

const ofOne = (await apiRoutes(demo.context)).filter(({ url }) => /:\w+$/.test(url))

test.each(ofOne.map((route) => [`${route.method} ${route.url}`, route] as const))(
  '%s without an id is nothing that is there, and no field that could be filled',
  async (_, route) => {
    const role = roleWhoMay(route)
    const token = role === undefined ? undefined : (await demo.as(role)).token
    const answer = await demo.app.inject({
      method: route.method,
      url: route.url.replace(/:\w+$/, '').replaceAll(/:\w+/g, '1'),
      ...(route.method === 'GET' ? {} : { payload: {} }),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
    expect([answer.statusCode, answer.json()]).toEqual([404, { message: 'Not found' }])
  },
)
