import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isHealthUrl } from '#api/health/health-urls.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { builtRoutes, pathOf } from '#tests/support/built-routes.ts'
import { listenOn } from '#tests/support/large-export.ts'

/** Of one that they are asked about, and that is there. */
const ABOUT_ONE = ['/api/patient/:id', '/api/user/:id']
const DOCS_FILES = join(import.meta.dirname, '../../node_modules/@fastify/swagger-ui/static')
const PINO_WARN = 40

const logged: { readonly level: number; readonly err?: unknown }[] = []
const stream = new Writable({
  write(line, _encoding, done) {
    logged.push(JSON.parse(String(line)) as (typeof logged)[number])
    done()
  },
})

let app: TestApp
let at: string
beforeAll(async () => {
  app = await startTestApp({ logger: { level: 'info', stream } })
  at = `http://127.0.0.1:${await listenOn(app)}`
})
afterAll(() => app.end())

test('whatever anybody may get has a body, compressed or not, and nothing goes wrong behind it', async () => {
  const files = await readdir(DOCS_FILES)
  const gets = builtRoutes(app.app).filter(({ method, url }) => method === 'GET' && !ABOUT_ONE.includes(url))
  const paths = gets.flatMap((route) =>
    route.url.endsWith('*') ? files.map((file) => route.url.replace('*', file)) : [pathOf(route)],
  )
  const open: string[] = []
  for (const path of paths) {
    const plain = await fetch(at + path, { headers: { 'accept-encoding': 'identity' } })
    const said = await plain.text()
    if (plain.status === 401) continue
    open.push(path)
    expect([path, plain.status, said.length > 0]).toEqual([path, 200, true])
    const packed = await fetch(at + path, { headers: { 'accept-encoding': 'gzip' } })
    expect([path, packed.status]).toEqual([path, 200])
    // Health says what it saw last.
    if (isHealthUrl(path)) expect(await packed.text()).not.toBe('')
    else expect(await packed.text()).toBe(said)
  }
  expect(open).toEqual(
    expect.arrayContaining([
      '/api/docs',
      '/api/docs/json',
      '/api/docs/static/swagger-ui-bundle.js',
      '/api/health',
      '/api/openapi.json',
      '/api/ready',
    ]),
  )
  expect(logged.filter(({ level }) => level >= PINO_WARN)).toEqual([])
})
