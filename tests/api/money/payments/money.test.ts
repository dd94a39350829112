import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PaymentDetail, StepOutcomes } from '#api/money/contracts/payment.ts'
import { load } from '#commands/handle.ts'
import { disbursedTo, payableTo, SHARES } from '#domain/kernel/accounts.ts'
import { parseNaira } from '#domain/kernel/money.ts'
import { digestOfBill } from '#domain/money/transaction/rules.ts'
import { isBilled, transaction } from '#domain/money/transaction/transaction.ts'
import {
  type Bill,
  bodyOf,
  CHAIN_PEOPLE,
  giveBack,
  type Ministry,
  refusedOf,
  startMinistry,
  step,
  STEP_PATHS,
} from './ministry.ts'

let ministry: Ministry
beforeAll(async () => {
  ministry = await startMinistry()
})
afterAll(() => ministry.end())

const PREVIEW = '/api/fanda/payment/preview'

/** Balances by account, in kobo: of the read model, and added up from the postings. */
async function balances() {
  const { db } = ministry.demo.context
  const accounts = await db.selectFrom('account').select(['account', 'balance']).orderBy('account').execute()
  const postings = await db
    .selectFrom('posting')
    .select(['account', sql<number>`sum(amount)::bigint`.as('balance')])
    .groupBy('account')
    .orderBy('account')
    .execute()
  return { accounts, postings, of: (name: string) => accounts.find(({ account }) => account === name)?.balance ?? 0 }
}

async function pay(bills: readonly Bill[]): Promise<string> {
  let paymentId = ''
  for (const role of CHAIN_PEOPLE) paymentId = (await step(ministry, role, bills)).payment_id ?? paymentId
  return paymentId
}

test('the last step moves the payable to the parties by the recorded shares, to the kobo', async () => {
  // 60.00 a tablet: 17 of them do not share evenly between 85, 1, 12 and 2 %.
  const [drugs, services] = [await ministry.billDrugs(17), await ministry.billServices(1)]
  const before = await balances()
  const paymentId = await pay([drugs, services])
  const auditor = await ministry.as('AUDITOR')
  const { shares, total } = (await auditor.get(`/api/fanda/payment/${paymentId}`, PaymentDetail)).data
  const parts: number[] = SHARES.map((share) => parseNaira(shares[share]) ?? 0)
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(parseNaira(total))
  expect(parts.every((part) => part > 0)).toBe(true)

  const after = await balances()
  expect(after.accounts).toEqual(after.postings)
  expect(after.accounts.reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
  const payable = payableTo(ministry.coeId)
  expect(before.of(payable) - after.of(payable)).toBe(parseNaira(total))
  const disbursed = SHARES.map((share) => after.of(disbursedTo(share)) - before.of(disbursedTo(share)))
  expect(disbursed).toEqual(parts)
})

test('before the last step nothing is paid out', async () => {
  const bills = [await ministry.billServices(1)]
  const before = await balances()
  for (const role of CHAIN_PEOPLE.slice(0, 4)) await step(ministry, role, bills)
  expect((await balances()).accounts).toEqual(before.accounts)
})

test('every approval is of the same thing: the hash of lines, total and shares', async () => {
  const bill = await ministry.billDrugs(3)
  await pay([bill])
  const { handler, log } = ministry.demo.context
  const state = await load(handler, transaction, bill.id)
  if (!isBilled(state) || state.approved === undefined) throw new Error('Not in the chain')
  const { shares } = state.approved
  const events = await log.read(`transaction-${bill.id}`)
  const digests = events.flatMap(({ event: { data } }) =>
    typeof data === 'object' && data !== null && 'digest' in data ? [data.digest] : [],
  )
  expect(digests).toEqual(CHAIN_PEOPLE.map(() => digestOfBill(state.lines, state.total, shares)))
  const [line] = state.lines
  if (line === undefined) throw new Error('No line')
  const other = digestOfBill([{ ...line, quantity: 4 }], state.total, shares)
  expect(digests).not.toContain(other)
})

test('32 calls at once take the step once, and pay once', async () => {
  const bills = [await ministry.billServices(1), await ministry.billServices(2)]
  for (const role of CHAIN_PEOPLE.slice(0, 4)) await step(ministry, role, bills)
  const people = [await ministry.as('PERMSEC'), await ministry.as('PERMSEC', 2)]
  const before = await balances()
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, call) => {
      const person = people[call % 2]
      if (person === undefined) throw new Error('No one')
      return person.send('POST', STEP_PATHS.PERMSEC, bodyOf(ministry, bills), `at once ${call}`)
    }),
  )
  const done = answers.flatMap(({ status, body }) => (status === 200 ? [StepOutcomes.parse(body).data.done] : []))
  expect(done.reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const after = await balances()
  expect(before.of(payableTo(ministry.coeId)) - after.of(payableTo(ministry.coeId))).toBe(45_000_00)
  expect(after.accounts).toEqual(after.postings)
})

const withoutActs = ({ paid_at: _, ...data }: StepOutcomes['data']) => ({
  ...data,
  outcomes: data.outcomes.map(({ acts: _acts, ...outcome }) => outcome),
})

test('a pre-flight says what the run then does, and writes nothing', async () => {
  const [fresh, taken] = [await ministry.billServices(1), await ministry.billServices(2)]
  await step(ministry, 'FINANCE', [taken])
  const finance = await ministry.as('FINANCE', 2)
  const body = bodyOf(ministry, [fresh, taken])
  const head = await ministry.demo.context.eventLog.head()
  const preview = await finance.post(PREVIEW, StepOutcomes, { ...body, step: 'initiate' })
  expect(await ministry.demo.context.eventLog.head()).toBe(head)
  const run = await finance.post(STEP_PATHS.FINANCE, StepOutcomes, body)
  expect(run.data).toEqual({ ...withoutActs(preview.data), payment_id: run.data.payment_id })
  expect(preview.data.outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'refused'])
})

test('a pre-flight of a return says who may not, and writes nothing', async () => {
  const [waiting, fresh] = [await ministry.billServices(1), await ministry.billServices(2)]
  await step(ministry, 'FINANCE', [waiting])
  const nccp = await ministry.as('NCCP')
  const head = await ministry.demo.context.eventLog.head()
  const { data } = await nccp.post(PREVIEW, StepOutcomes, { ...bodyOf(ministry, [waiting, fresh]), step: 'return' })
  expect(await ministry.demo.context.eventLog.head()).toBe(head)
  expect(data.outcomes).toMatchObject([
    { outcome: 'done', becomes: 'billed' },
    { outcome: 'refused', reason: 'The bill is not in the payment chain' },
  ])
  const run = await giveBack(nccp, [waiting, fresh], 'As asked')
  expect(run.outcomes).toEqual(withoutActs(data).outcomes)
})

test('a call sent again is answered alike, for named bills, a period and a return', async () => {
  const bills = [await ministry.billServices(1, 2), await ministry.billServices(2, 2)]
  const { today } = ministry
  const period = { coe_id: ministry.otherCoeId, start_date: today, end_date: today }
  const named = { ...period, transactions: bills.map(({ id }) => id) }
  const [finance, nccp, dhs] = [await ministry.as('FINANCE'), await ministry.as('NCCP'), await ministry.as('DHS')]
  const twice = async (send: () => Promise<unknown>) => {
    const first = await send()
    const head = await ministry.demo.context.eventLog.head()
    expect(await send()).toEqual(first)
    expect(await ministry.demo.context.eventLog.head()).toBe(head)
    return first
  }
  const initiated = await twice(() => finance.post(STEP_PATHS.FINANCE, StepOutcomes, period, 'period'))
  expect(initiated).toMatchObject({ data: { done: 2 } })
  expect(await twice(() => nccp.post(STEP_PATHS.NCCP, StepOutcomes, named, 'named'))).toMatchObject({
    data: { done: 2 },
  })
  expect(await twice(() => giveBack(dhs, bills, 'Wrong period', 'back'))).toMatchObject({ done: 2 })
  await twice(() => finance.post(STEP_PATHS.FINANCE, StepOutcomes, period, 'period again'))
  expect(await twice(() => nccp.post(STEP_PATHS.NCCP, StepOutcomes, period, 'period'))).toMatchObject({
    data: { done: 2 },
  })
})

test('the same key with another period is an error, not another payment', async () => {
  const bills = [await ministry.billServices(1)]
  const finance = await ministry.as('FINANCE')
  const body = bodyOf(ministry, bills)
  await finance.post(STEP_PATHS.FINANCE, StepOutcomes, body, 'reused')
  const other = { ...body, start_date: '2026-01-01' }
  expect(await refusedOf(finance.send('POST', STEP_PATHS.FINANCE, other, 'reused'))).toMatchObject({ status: 409 })
})

test('the older form names a group by when it was initiated', async () => {
  const bills = [await ministry.billServices(1), await ministry.billServices(1)]
  const [id] = bills.map((bill) => bill.id)
  const paymentId = (await step(ministry, 'FINANCE', bills)).payment_id ?? ''
  const nccp = await ministry.as('NCCP')
  const { initiated_on } = (await nccp.get(`/api/fanda/payment/${paymentId}`, PaymentDetail)).data
  const { data } = await nccp.post(STEP_PATHS.NCCP, StepOutcomes, { coe_id: ministry.coeId, initiated_on })
  expect(data).toMatchObject({ done: 2 })
  expect(data.outcomes.map((outcome) => outcome.id)).toContain(id)
})
