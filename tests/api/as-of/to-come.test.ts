import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

/** Half past midnight of the 23rd in Lagos. */
const NOW = Date.parse('2026-11-22T23:30:00Z')

let demo: DemoApp
beforeAll(async () => {
  demo = await startDemoApp({ now: () => NOW })
})
afterAll(() => demo.end())

test('a day that has begun in Lagos can be asked about, tomorrow cannot', async () => {
  const auditor = await demo.as('AUDITOR')
  const asOf = (day: string) => auditor.get(`/api/fundings?as_of=${day}`)
  expect((await asOf('2026-11-23')).statusCode).toBe(200)
  const answer = await asOf('2026-11-24')
  expect([answer.statusCode, answer.json()]).toMatchObject([422, { errors: { as_of: ['That day has not come yet'] } }])
})
