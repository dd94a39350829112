import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import { LogUnavailable } from '#commands/log/event-log.ts'
import { createHandler } from '#commands/handle.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
beforeAll(async () => {
  demo = await startDemoApp()
})
afterAll(() => demo.end())

/** The same portal on a port of its own; its log stands still at the first append, and fails when it is told to. */
async function standingStill() {
  let [reached, fail] = [() => {}, () => {}]
  const isReached = new Promise<void>((resolve) => (reached = resolve))
  const log: DomainLog = {
    ...demo.context.log,
    async append() {
      reached()
      await new Promise<void>((resolve) => (fail = resolve))
      throw new LogUnavailable(new Error('nobody answers'))
    },
  }
  const app = await buildApp({ ...demo.context, handler: createHandler(log) })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, url, isReached, fail: () => fail() }
}

test('a request whose caller has gone before it failed may come again under its key', async () => {
  const admin = await demo.as('FUND_ADMIN')
  const still = await standingStill()
  const before = await demo.context.log.head()
  const body = { benefactor: 'A giver who hung up', credit: '12.00' }
  const gone = new AbortController()
  const asked = fetch(`${still.url}/api/pool/credit`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/json',
      'idempotency-key': 'hung up',
    },
    body: JSON.stringify(body),
    signal: gone.signal,
  })
  await still.isReached
  gone.abort()
  await expect(asked).rejects.toThrow('aborted')
  await expect.poll(() => demo.context.load.underWay()).toBe(0) // the portal knows it
  still.fail()
  const again = await admin.post('/api/pool/credit', body, 'hung up')
  expect([again.statusCode, (await demo.context.log.head()) - before]).toEqual([200, 4]) // counted, asked, credited, completed
  await still.app.close()
})
