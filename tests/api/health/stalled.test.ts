import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { createFaultProxy, type FaultProxy } from '../../../scripts/drill/fault-proxy.ts'
import { freshDatabase } from '../../support/database.ts'

let proxy: FaultProxy
let app: TestApp
let origin: string
beforeAll(async () => {
  const database = await freshDatabase()
  const direct = new URL(database.appUrl)
  proxy = await createFaultProxy(() => ({ host: direct.hostname, port: Number(direct.port) }))
  const through = (url: string) => {
    const way = new URL(url)
    way.port = String(proxy.port)
    return way.href
  }
  app = await startTestApp({}, { ...database, appUrl: through(database.appUrl), ownerUrl: through(database.ownerUrl) })
  origin = await app.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  proxy.become({ state: 'good' })
  await app.end()
  await proxy.close()
})

const health = async () => {
  const begun = performance.now()
  const answer = await fetch(`${origin}/api/health`, { headers: { authorization: `Bearer ${'x'.repeat(40)}` } })
  const { data } = await answer.json()
  return { status: answer.status, ms: performance.now() - begun, data }
}
const coes = async () => {
  const answer = await fetch(`${origin}/api/coes`)
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
}

test('a database that says nothing: health answers and says so, calls answer 503, and all goes on after it', async () => {
  expect((await coes()).status).toBe(200)
  expect((await health()).data).toMatchObject({ status: 'green', says: [] })

  proxy.become({ state: 'swallowed', asked: true, answered: true })
  const underWay = coes()
  const first = await health()
  expect(first).toMatchObject({ status: 200, data: { status: 'red' } })
  // Read models are shown as they were.
  expect(first.data.read_models.length).toBeGreaterThan(0)
  expect(await underWay).toMatchObject({ status: 503, retryAfter: '2' })

  await expect.poll(async () => (await health()).data.says[0], { timeout: 30_000 }).toContain('turned away')
  const turnedAway = Array.from({ length: 50 }, coes)
  for (const answer of await Promise.all(turnedAway)) expect(answer).toMatchObject({ status: 503, retryAfter: '2' })

  proxy.become({ state: 'good' })
  await expect.poll(async () => (await coes()).status, { timeout: 60_000 }).toBe(200)
  await expect.poll(async () => (await health()).data.status, { timeout: 60_000 }).toBe('green')
}, 180_000)
