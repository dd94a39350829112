import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { newId } from '#commands/ids.ts'
import { each } from '#commands/money/transaction/each.ts'
import { pilotCoeId } from '#scripts/demo/catalogue/reference.ts'
import { type Kobo, kobo, MAX_AMOUNT, MAX_GIVEN } from '#domain/kernel/money.ts'
import { command } from '#tests/support/command.ts'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'

let app: DemoApp
let admin: Caller
const LAST = kobo(5_000_00)

/** Somebody else each time: one person's day adds up. */
const byAnother = () => ({ by: newId(Date.now()) })

async function give(amount: Kobo): Promise<void> {
  const data = { benefactor: 'Federal Government', amount, above: MAX_AMOUNT }
  const credit = command('RequestPoolCredit', data, byAnother())
  const moved = await moveFunds(app.context.handler, newId(Date.now()), credit)
  if (moved.outcome === 'refused') throw new Error(moved.refusal.refused)
}

beforeAll(async () => {
  app = await startDemoApp()
  admin = await app.as('FUND_ADMIN')
  const gifts = MAX_GIVEN / MAX_AMOUNT
  await each(
    Array.from({ length: gifts - 1 }, () => MAX_AMOUNT),
    give,
  )
  await give(kobo(MAX_AMOUNT - LAST))
})
afterAll(() => app.end())

const creditOf = (credit: string) => admin.post('/api/pool/credit', { benefactor: 'Lottery Trust', credit })

test('of many gifts at once for the last room one is taken; the others are refused at their field, on record', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => creditOf('5,000.00')))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 422)])
  const refused = answers.find(({ statusCode }) => statusCode === 422)
  const message = 'The pool can receive up to NGN 40,000,000,000,000.00 in total'
  expect(refused?.json()).toEqual({ message, errors: { credit: [message] } })
  expect((await creditOf('1.00')).statusCode).toBe(422)
  expect(await app.context.caughtUp(await app.context.log.head())).toBe(true)
  const { rows } = await app.context.pool.query<{ status: string; count: number }>(
    `select status, count(*)::int from funding where at > now() - interval '1 hour' group by status order by status`,
  )
  expect(rows).toEqual([
    { status: 'completed', count: 1 },
    { status: 'refused', count: 8 },
  ])
  expect((await admin.get('/api/funds')).json()).toMatchObject({
    data: { pool_account_balance: '40000000000000.00', total_credited: '40000000000000.00' },
  })
})

test('all of it goes on into one wallet, and every total counts it as often as it moved', async () => {
  const { handler } = app.context
  const person = personOf('PATIENT')
  const [coeId, patientId] = [pilotCoeId(person.coeCode ?? ''), person.userId]
  const cap = kobo(2_000_000_00)
  const parts = Array.from({ length: MAX_GIVEN / MAX_AMOUNT }, () => MAX_AMOUNT)
  await each(parts, (amount) =>
    moveFunds(
      handler,
      newId(Date.now()),
      command('RequestAllocation', { coeId, amount, above: MAX_AMOUNT }, byAnother()),
    ),
  )
  const data = { coeId, patientId, reason: 'All there is', cap, above: MAX_AMOUNT }
  await each(parts, (amount) =>
    moveFunds(handler, newId(Date.now()), command('RequestPatientFunding', { ...data, amount }, byAnother())),
  )
  expect(await app.context.caughtUp(await app.context.log.head())).toBe(true)
  const auditor = await app.as('AUDITOR')
  const totals = async (url: string) => {
    const answer = await auditor.get(url)
    expect([url, answer.statusCode]).toEqual([url, 200])
    return answer.json<{ data: { totals: Record<string, string> } }>().data.totals
  }
  expect(await totals('/api/fundings/totals')).toEqual({
    ...{ into_pool: '40000000000000.00', to_hospitals: '40000000000000.00', to_patients: '40000000000000.00' },
  })
  const through = { debits: '200000000000000.00', credits: '200000000000000.00', balance: '0.00' }
  expect(await totals('/api/ledger/trial-balance/totals')).toMatchObject(through)
  expect(await totals('/api/ledger/accounts/totals')).toMatchObject(through)
  expect((await auditor.get('/api/ledger/trial-balance/csv')).statusCode).toBe(200)
})

test('no read model has stopped', async () => {
  const { rows } = await app.context.pool.query('select name, error from read_model where error is not null')
  expect(rows).toEqual([])
})
