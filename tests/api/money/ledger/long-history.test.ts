import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { handle } from '#commands/handle.ts'
import { kobo } from '#domain/kernel/money.ts'
import { wallet } from '#domain/money/wallet/wallet.ts'
import { command } from '#tests/support/command.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { naira } from './random-history.ts'

const MOVEMENTS = 1_200
const amountOf = (index: number) => 100 + index

let app: DemoApp
let auditor: Caller
/** Where in the log each credit of the pool stands. */
const positions: number[] = []
beforeAll(async () => {
  app = await startDemoApp()
  for (let index = 0; index < MOVEMENTS; index += 1) {
    const data = { transferId: `credit:${index}`, amount: kobo(amountOf(index)), counterAccount: 'benefactors' }
    const done = await handle(app.context.handler, wallet, 'pool', command('CreditWallet', data))
    if (done.outcome === 'done') positions.push(done.position)
  }
  await app.context.caughtUp(await app.context.eventLog.head())
  auditor = await app.as('AUDITOR')
})
afterAll(() => app.end())

test('the balance over time of a long history is an even choice of true points, from the first to the last', async () => {
  type Point = { position: number; balance: string }
  const answer = await auditor.get('/api/ledger/accounts/pool/history')
  const { points, is_sampled } = answer.json<{ data: { points: Point[]; is_sampled: boolean } }>().data
  expect(is_sampled).toBe(true)
  expect(points.length).toBeLessThanOrEqual(1_000)
  expect(points.length).toBeGreaterThan(900)
  expect(points[0]?.position).toBe(positions[0])
  expect(points.at(-1)?.position).toBe(positions.at(-1))
  let [held, index] = [0, 0]
  for (const { position, balance } of points) {
    for (; (positions[index] ?? Infinity) <= position; index += 1) held += amountOf(index)
    expect(balance, `at ${position}`).toBe(naira(held))
  }
})

test('a long history is proved whole, by pages that memory holds whoever wrote them', async () => {
  const read = vi.spyOn(app.context.eventLog, 'read')
  const answer = await auditor.get('/api/ledger/accounts/pool/proof')
  expect(answer.json()).toMatchObject({ data: { holds: true, events: MOVEMENTS, movements: MOVEMENTS } })
  const pages = read.mock.calls.filter(([stream]) => stream === 'wallet-pool')
  read.mockRestore()
  expect(pages.length).toBeGreaterThan(MOVEMENTS / 100)
  for (const [, , count] of pages) expect(count).toBeLessThanOrEqual(100)
})

test('a page deep in a long history goes on where the one before ended', async () => {
  type Page = { data: { position: number; balance: string }[]; next: string | null }
  let [after, seen]: [string | null, number] = ['', 0]
  let held = 0
  while (after !== null) {
    const url: string = `/api/ledger/accounts/pool/movements?limit=500${after === '' ? '' : `&after=${after}`}`
    const page: Page = (await auditor.get(url)).json<{ data: Page }>().data
    for (const { position, balance } of page.data) {
      held += amountOf(seen)
      expect([position, balance]).toEqual([positions[seen], naira(held)])
      seen += 1
    }
    after = page.next
  }
  expect(seen).toBe(MOVEMENTS)
})
