import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { healthOf } from '#tests/api/running/health-of.ts'

let demo: DemoApp
let owner: pg.Client
let giver: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  giver = await demo.as('FUND_ADMIN')
  owner = new pg.Client(demo.database.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await demo.end()
})

const give = async () => giver.post('/api/pool/credit', { benefactor: 'A friend', credit: '1.00' }, 'behind a lock')
const health = async () => {
  const { status, says } = await healthOf(demo)
  return { status, says }
}

test('appends that wait behind a locked table are told of while they do, and after one was given up', async () => {
  expect(await health()).toEqual({ status: 'green', says: [] })
  // What reads goes on.
  await owner.query('begin; lock table event_log, event_log_head in share mode')
  const waiting = give()
  let isOver = false
  void waiting.finally(() => (isOver = true))
  const told = {
    status: 'red',
    says: expect.arrayContaining([
      expect.stringMatching(/^the log has accepted nothing for \d+ s\. Requests that write wait and fail\.$/),
      expect.stringMatching(/^in the database event_log is locked by database process \d+\. /),
    ]),
  }
  await expect.poll(health, { timeout: 60_000 }).toEqual(told)
  expect(isOver).toBe(false)
  expect((await giver.get('/api/funds')).statusCode).toBe(200)
  expect((await waiting).statusCode).toBe(503)
  expect(await health()).toEqual(told)
  await owner.query('rollback')
  await expect.poll(async () => (await give()).statusCode, { timeout: 60_000 }).toBe(200)
  await expect.poll(health, { timeout: 60_000 }).toEqual({ status: 'green', says: [] })
}, 180_000)
