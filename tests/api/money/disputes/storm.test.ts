import { afterAll, beforeAll, expect, test } from 'vitest'
import { load } from '#commands/handle.ts'
import { each } from '#commands/money/transaction/each.ts'
import { dispute } from '#domain/money/dispute/dispute.ts'
import { isBilled, transaction } from '#domain/money/transaction/transaction.ts'
import { manyBills } from '#tests/api/money/payments/many-bills.ts'
import { type Ministry, startMinistry } from '#tests/api/money/payments/ministry.ts'
import { secondProcess, type SecondProcess } from '#tests/api/limits/second-process.ts'
import { personOf } from '#tests/support/demo-app.ts'

const PAIRS = 500
const IN_ONE_CALL = 25
const PEOPLE = 32

let ministry: Ministry
let second: SecondProcess
beforeAll(async () => {
  ministry = await startMinistry()
  second = await secondProcess(ministry.demo)
})
afterAll(async () => {
  await second.end()
  await ministry.end()
})

const send = async (url: string, token: string, method: string, path: string, body: object) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
  return { status: answer.status, text: await answer.text() }
}

const there = () => `http://127.0.0.1:${second.port}`
const stateOf = (id: string) => load(ministry.demo.context.handler, transaction, id)

test('a dispute on one process and an initiation on the other: each bill ends one way, and both are told which', async () => {
  const ids = await manyBills(ministry, PAIRS)
  const { demo, coeId: coe_id, today } = ministry
  const [{ token: one }, { token: other }] = [await demo.as('SECRETARIAT'), await demo.as('FINANCE')]
  const here = demo.app.listeningOrigin
  const calls = Array.from({ length: PAIRS / IN_ONE_CALL }, (_, call) =>
    ids.slice(call * IN_ONE_CALL, (call + 1) * IN_ONE_CALL),
  )
  const disputed = new Map<string, number>()
  // Every second from the end, so that neither is ahead of the other all the way.
  const crossed = ids.map((id, place) => (place % 2 === 0 ? id : (ids[PAIRS - place] ?? id)))
  const raising = each(crossed, async (transaction_id) => {
    const said = await send(here, one, 'POST', '/api/transactions/dispute', { transaction_id, comment: 'Not given' })
    disputed.set(transaction_id, said.status)
  })
  const initiated = new Set<string>()
  for (const transactions of calls) {
    const body = { coe_id, start_date: today, end_date: today, transactions }
    const { text } = await send(there(), other, 'POST', '/api/fanda/payment/initiate', body)
    const outcomes: { id: string; outcome: string }[] = JSON.parse(text).data?.outcomes ?? []
    for (const { id, outcome } of outcomes) if (outcome === 'done') initiated.add(id)
  }
  await raising
  const ends = await each(ids, stateOf)
  for (const [place, id] of ids.entries()) {
    const end = ends[place]
    const isDisputed = end !== undefined && isBilled(end) && end.dispute !== undefined
    const isInitiated = end?.status === 'initiated'
    expect([id, isDisputed !== isInitiated]).toEqual([id, true])
    expect([id, disputed.get(id) === 200, initiated.has(id)]).toEqual([id, isDisputed, isInitiated])
  }
  // Had one of the two always been faster, nothing would have been raced.
  expect(initiated.size).toBeGreaterThan(0)
  expect(initiated.size).toBeLessThan(PAIRS)
})

test(`${PEOPLE} who end one dispute at once, on two processes, have one winner`, async () => {
  const [id = ''] = await manyBills(ministry, 1)
  const { demo } = ministry
  const here = demo.app.listeningOrigin
  const [{ token: raiser }, { token: judge }] = [await demo.as('SECRETARIAT'), await demo.as('COE_ADMIN')]
  const body = { transaction_id: id, comment: 'Not given' }
  const raised = await send(here, raiser, 'POST', '/api/transactions/dispute', body)
  const disputeId: string = JSON.parse(raised.text).data.id
  const { balance: before } = await balanceOf()
  const ended = await Promise.all(
    Array.from({ length: PEOPLE }, (_, person) => {
      const status = (['resolved', 'reversed', 'withdrawn'] as const)[person % 3] ?? 'resolved'
      const [url, token] = [person % 2 === 0 ? here : there(), status === 'withdrawn' ? raiser : judge]
      return send(url, token, 'PUT', `/api/transactions/dispute/${disputeId}`, { ...body, status })
    }),
  )
  expect(ended.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const [bill, { status }] = [await stateOf(id), await load(demo.context.handler, dispute, disputeId)]
  const isReversed = isBilled(bill) && bill.reversal?.isDone === true
  expect([status === 'reversed', (await balanceOf()).balance - before]).toEqual([isReversed, isReversed ? 100 : 0])
})

async function balanceOf(): Promise<{ readonly balance: number }> {
  const { pool, caughtUp, log } = ministry.demo.context
  await caughtUp(await log.head())
  const account = `patient:${personOf('PATIENT').userId}`
  const { rows } = await pool.query<{ balance: string }>('select balance from account where account = $1', [account])
  return { balance: Number(rows[0]?.balance) }
}
