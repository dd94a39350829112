import { type IncomingHttpHeaders, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isHealthUrl } from '#api/health/health-urls.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { type BuiltRoute, builtRoutes, pathOf } from '#tests/support/built-routes.ts'
import { listenOn } from '#tests/support/large-export.ts'

/** Other ways of writing an address that the router takes for the same one. */
const TWINS = {
  'its first letter encoded': (path: string) => path.replace('/a', '/%61'),
  'its folder encoded whole': (path: string) => path.replace('/api', '/%61%70%69'),
  'with the name of a server': (path: string) => `http://elsewhere.example${path}`,
}
/** As limits/load.ts has it. */
const MOST_AT_ONCE = 300
/** Of one answer alone; a redirection keeps the writing of its caller. */
const OWN = ['date', 'x-correlation-id', 'content-length', 'etag', 'last-modified', 'location']

let app: TestApp
let port: number
let routes: readonly BuiltRoute[]
beforeAll(async () => {
  app = await startTestApp()
  port = await listenOn(app)
  routes = [...builtRoutes(app.app), { method: 'GET', url: '/api/nothing' }, { method: 'POST', url: '/api/nothing' }]
})
afterAll(() => app.end())

type Answered = { readonly status: number | undefined; readonly headers: IncomingHttpHeaders }
const ask = (method: string, path: string) =>
  new Promise<Answered>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, agent: false }, (answer) => {
      answer.resume()
      const { statusCode, headers } = answer
      resolve({
        status: statusCode,
        headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.includes(name))),
      })
    })
    sent.on('error', reject).end()
  })

test.each(Object.entries(TWINS))('an address %s is answered like the plain one', async (_, twinOf) => {
  expect(routes.length).toBeGreaterThan(80)
  for (const { method, url } of routes) {
    const path = pathOf({ url })
    const plain = await ask(method, path)
    expect([method, path, await ask(method, twinOf(path))]).toEqual([method, path, plain])
    expect(plain.headers['cache-control']).toBeDefined()
  }
})

const SOMEBODY = { name: 'somebody', most: MOST_AT_ONCE, isOne: true }

test.each(Object.entries(TWINS))('an address %s is turned away like the plain one', async (_, twinOf) => {
  const calls = Array.from({ length: MOST_AT_ONCE }, () => ({}))
  for (const call of calls) expect(app.context.load.enter(call, SOMEBODY)).toBe('in')
  try {
    for (const { method, url } of routes) {
      const path = pathOf({ url })
      const { status, headers } = await ask(method, twinOf(path))
      const expected = isHealthUrl(url) ? [200, undefined] : [503, '2']
      expect([method, path, status, headers['retry-after']]).toEqual([method, path, ...expected])
    }
  } finally {
    for (const call of calls) app.context.load.leave(call)
  }
})
