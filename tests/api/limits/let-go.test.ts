import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FaultProxy } from '#scripts/drill/fault-proxy.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { proxied } from '#tests/support/proxied.ts'

let line: FaultProxy
let demo: DemoApp
let said = ''
beforeAll(async () => {
  const way = await proxied()
  line = way.line
  const stream = new Writable({ write: (chunk, _, done) => ((said += String(chunk)), done()) })
  demo = await startDemoApp({ logger: { level: 'warn', stream } }, way.reach)
})
afterAll(async () => {
  line.become({ state: 'good' })
  await demo.end()
  await line.close()
})

test('a list that has been answered with 503 is not answered again when its rows come after all', async () => {
  const auditor = await demo.as('AUDITOR')
  const list = () => auditor.get('/api/transactions?limit=5')
  expect((await list()).statusCode).toBe(200)
  // From the list's own statement on: its caller is known by then.
  line.become({ state: 'held', from: ' as "transaction_id"' })
  expect((await list()).statusCode).toBe(503)
  expect(line.isHolding).toBe(true)
  line.become({ state: 'good' })
  await expect.poll(async () => (await list()).statusCode, { timeout: 60_000 }).toBe(200)
  await expect.poll(() => demo.context.pool.totalCount - demo.context.pool.idleCount).toBe(0)
  expect(said).not.toContain('Reply was already sent')
}, 120_000)
