import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { csvLines } from '#tests/support/csv-lines.ts'

let app: DemoApp
let admin: Caller
beforeAll(async () => {
  app = await startDemoApp()
  admin = await app.as('FUND_ADMIN')
})
afterAll(() => app.end())

type Coe = { id: string; code: string; fund_allocation: string; allocated: string; patients_balance: string }
type Funds = { pool_account_balance: string | null; total_allocated: string | null; coes: Coe[] }
type Row = { kind: string; status: string; amount: string; coe_name: string | null; chf_id: string | null; by: string }

const funds = async (caller = admin): Promise<Funds> => (await caller.get('/api/funds')).json<{ data: Funds }>().data
const coeOf = async (role: 'PATIENT', second?: 2): Promise<Coe> => {
  const { coeCode } = personOf(role, second)
  const found = (await funds()).coes.find(({ code }) => code === coeCode)
  if (found === undefined) throw new Error('No such hospital')
  return found
}
const fundings = async (query = '', caller = admin): Promise<Row[]> =>
  (await caller.get(`/api/fundings${query}`)).json<{ data: { data: Row[] } }>().data.data
const patientId = personOf('PATIENT').userId
const errorsOf = (answer: Answer) => answer.json<{ errors: Record<string, string[]> }>().errors

test('money goes from a benefactor through the pool and an allocation into a wallet, and every figure follows', async () => {
  const before = await funds()
  const own = await coeOf('PATIENT')
  expect(
    (await admin.post('/api/pool/credit', { benefactor: 'Lottery Trust', credit: '1,000,000.50' })).statusCode,
  ).toBe(200)
  expect((await admin.post(`/api/coes/${own.id}/allocation`, { amount: '600000' })).statusCode).toBe(200)
  const funded = await admin.post(`/api/patients/${patientId}/fund`, { amount: '250000.25' })
  expect(funded.json()).toMatchObject({ data: { caught_up: true } })

  const after = await funds()
  expect(after.pool_account_balance).toBe(plus(before.pool_account_balance, 400_000_50))
  expect(after.total_allocated).toBe(plus(before.total_allocated, 600_000_00))
  expect(await coeOf('PATIENT')).toMatchObject({
    fund_allocation: plus(own.fund_allocation, 349_999_75),
    allocated: plus(own.allocated, 600_000_00),
    patients_balance: plus(own.patients_balance, 250_000_25),
  })
  const setting = await admin.get('/api/sitesettings/pool_account_balance')
  expect(setting.json()).toEqual({ data: { key: 'pool_account_balance', value: after.pool_account_balance } })
})

test('a patient is found by CHF id too', async () => {
  const { chf_id } = (await admin.get(`/api/patients/${patientId}/fund`)).json<{ data: { chf_id: string } }>().data
  const before = await admin.get(`/api/patients/${chf_id.toLowerCase()}/fund`)
  expect(before.json()).toMatchObject({ data: { patient_id: patientId, funding_cap: '2000000.00' } })
  expect((await admin.get('/api/patients/CHF-999999/fund')).statusCode).toBe(404)
  expect((await admin.post('/api/patients/CHF-999999/fund', { amount: '1' })).statusCode).toBe(404)
})

test("an amount above the hospital's allocation is refused with the reason, recorded as refused, and moves nothing", async () => {
  const own = await coeOf('PATIENT')
  const answer = await admin.post(`/api/patients/${patientId}/fund`, { amount: plus(own.fund_allocation, 1) })
  expect(answer.statusCode).toBe(422)
  expect(errorsOf(answer)).toEqual({ amount: ["Above the hospital's allocation balance"] })
  expect((await coeOf('PATIENT')).fund_allocation).toBe(own.fund_allocation)
  await app.context.caughtUp(await app.context.eventLog.head())
  const refused = await fundings('?status=refused&kind=patient%20funding')
  expect(refused[0]).toMatchObject({ status: 'refused', amount: plus(own.fund_allocation, 1) })
})

test('an allocation above the pool is refused with the reason', async () => {
  const { pool_account_balance } = await funds()
  const own = await coeOf('PATIENT')
  const answer = await admin.post(`/api/coes/${own.id}/allocation`, { amount: plus(pool_account_balance, 1) })
  expect(answer.statusCode).toBe(422)
  expect(errorsOf(answer)).toEqual({ amount: ["This is above the pool's balance"] })
})

test('an amount above the funding cap needs a reason', async () => {
  const own = await coeOf('PATIENT')
  await admin.post('/api/pool/credit', { benefactor: 'Ministry', credit: '9000000' })
  await admin.post(`/api/coes/${own.id}/allocation`, { amount: '9000000' })
  const without = await admin.post(`/api/patients/${patientId}/fund`, { amount: '2000000.01' })
  expect(without.statusCode).toBe(422)
  expect(errorsOf(without)).toEqual({
    reason: ['An amount above the funding cap of NGN 2,000,000.00 needs a reason'],
  })
  const body = { amount: '2000000.01', reason: 'Second line of treatment' }
  expect((await admin.post(`/api/patients/${patientId}/fund`, body)).statusCode).toBe(200)
})

test('the same request twice moves the money once; the same key with another amount is a conflict', async () => {
  const before = await coeOf('PATIENT')
  const url = `/api/patients/${patientId}/fund`
  const [first, again] = [await admin.post(url, { amount: '10' }, 'k1'), await admin.post(url, { amount: '10' }, 'k1')]
  expect(first.statusCode).toBe(200)
  expect(again.json()).toEqual(first.json())
  expect((await coeOf('PATIENT')).fund_allocation).toBe(plus(before.fund_allocation, -10_00))
  expect((await admin.post(url, { amount: '11' }, 'k1')).statusCode).toBe(409)
  expect((await coeOf('PATIENT')).fund_allocation).toBe(plus(before.fund_allocation, -10_00))
})

test.each([
  ['/api/pool/credit', { benefactor: 'Trust', credit: '0.99' }, 'credit'],
  ['/api/pool/credit', { benefactor: 'Trust', credit: '1.001' }, 'credit'],
  ['/api/pool/credit', { benefactor: ' ', credit: '5' }, 'benefactor'],
  [`/api/patients/${patientId}/fund`, { amount: '0' }, 'amount'],
  [`/api/patients/${patientId}/fund`, { amount: '-5' }, 'amount'],
  [`/api/patients/${patientId}/fund`, { amount: 'ten' }, 'amount'],
  [`/api/patients/${patientId}/fund`, {}, 'amount'],
])('%s with %j is refused at its field', async (url, body, field) => {
  const answer = await admin.post(url, body)
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(errorsOf(answer))).toContain(field)
})

test('a filter that no list knows is refused', async () => {
  expect((await admin.get('/api/fundings?colour=red')).statusCode).toBe(422)
  expect((await admin.get('/api/fundings?kind=gift')).statusCode).toBe(422)
})

test('nobody but a fund administrator moves funds', async () => {
  for (const role of ['SUPER_ADMIN', 'AUDITOR', 'COE_ADMIN', 'FINANCE', 'PATIENT']) {
    const caller = await app.as(role)
    expect((await caller.post(`/api/patients/${patientId}/fund`, { amount: '1' })).statusCode, role).toBe(403)
    expect((await caller.post('/api/pool/credit', { benefactor: 'X Y', credit: '1' })).statusCode, role).toBe(403)
  }
})

test("a hospital's head sees its own allocation and history, not the pool nor another hospital's", async () => {
  const head = await app.as('COE_ADMIN')
  const [own, other] = [await coeOf('PATIENT'), await coeOf('PATIENT', 2)]
  const seen = await funds(head)
  expect(seen).toMatchObject({ pool_account_balance: null, total_allocated: null })
  expect(seen.coes.map(({ id }) => id)).toEqual([own.id])
  const rows = await fundings('', head)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ kind }) => kind === 'pool credit')).toEqual([])
  expect(new Set(rows.map(({ coe_name }) => coe_name)).size).toBe(1)
  expect((await head.get(`/api/fundings?coe=${other.id}`)).statusCode).toBe(404)
  expect((await head.get('/api/sitesettings/pool_account_balance')).statusCode).toBe(403)
  expect((await (await app.as('PATIENT')).get('/api/funds')).statusCode).toBe(403)
})

test('what the funds held at a position is what they held then', async () => {
  const { eventLog } = app.context
  const [before, head, own] = [await funds(), await eventLog.head(), await coeOf('PATIENT')]
  await admin.post('/api/pool/credit', { benefactor: 'Late Giver', credit: '77' })
  await admin.post(`/api/coes/${own.id}/allocation`, { amount: '70' })
  await admin.post(`/api/patients/${patientId}/fund`, { amount: '33' })
  expect(await funds()).not.toEqual(before)
  const then = await admin.get(`/api/funds?as_of_position=${head}`)
  // What the caller moved today is of today alone.
  expect(then.json()).toEqual({ data: { ...before, moved_alone_today: null } })
  expect((await admin.get(`/api/funds?as_of_position=${head + 1_000_000}`)).statusCode).toBe(422)
})

test('the history is newest first, pages by key, and its CSV has the same rows', async () => {
  const all = await fundings('?limit=1000')
  expect(all.length).toBeGreaterThan(5)
  const first = (await admin.get('/api/fundings?limit=2')).json<{ data: { data: Row[]; next: string } }>().data
  const second = await fundings(`?limit=1000&after=${first.next}`)
  expect([...first.data, ...second]).toEqual(all)
  const csv = csvLines((await admin.get('/api/fundings/csv')).body)
  expect(csv[0]).toBe(
    'Date,Kind,Amount (NGN),Moved (NGN),Status,Hospital,Benefactor,Patient CHF ID,By,Second person,Decided,' +
      'Moved into the pool (NGN),Moved to hospitals (NGN),Moved to patients (NGN)',
  )
  expect(csv).toHaveLength(all.length + 1)
  const amounts = (await fundings('?limit=1000&sort=-amount')).map(({ amount }) => Number(amount))
  expect(amounts).toEqual(all.map(({ amount }) => Number(amount)).sort((one, other) => other - one))
  expect((await admin.get('/api/fundings/totals')).json()).toMatchObject({ data: { total: all.length } })
})

/** Naira text of an amount, some kobo more. */
function plus(naira: string | null, kobo: number): string {
  const total = Number((naira ?? '0.00').replace('.', '')) + kobo
  const digits = String(total).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
