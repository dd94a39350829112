import { afterAll, beforeAll, expect, test } from 'vitest'
import { TransactionDetail } from '#api/money/contracts/transaction.ts'
import {
  type Bill,
  CHAIN_PEOPLE,
  giveBack,
  type Ministry,
  startMinistry,
  step,
} from '#tests/api/money/payments/ministry.ts'

let ministry: Ministry
let bill: Bill
let paid: Bill
const COMMENT = 'Second cycle for Ngozi, tolerated well'
beforeAll(async () => {
  ministry = await startMinistry()
  const staff = await ministry.demo.as('COE_STAFF')
  const [service] = (await staff.get('/api/service_categories'))
    .json<{
      data: { services: { id: string }[] }[]
    }>()
    .data.flatMap(({ services }) => services)
  const { person } = await ministry.demo.as('PATIENT')
  const body = { patient_id: person.userId, comment: COMMENT, services: [{ service_id: service?.id, quantity: 3 }] }
  const { data } = (await staff.post('/api/coestaff/billings', body)).json<{
    data: { id: string; transaction_id: string; total: string }
  }>()
  bill = { id: data.id, reference: data.transaction_id, total: data.total }
  await step(ministry, 'FINANCE', [bill])
  await giveBack(await ministry.as('NCCP'), [bill], 'The period is wrong')
  paid = await ministry.billDrugs(2)
  for (const role of CHAIN_PEOPLE) await step(ministry, role, [paid])
})
afterAll(() => ministry.end())

const detailOf = async (role: string, { id }: Pick<Bill, 'id'>, second?: 2) => {
  const answer = await (await ministry.demo.as(role, second)).get(`/api/transactions/${id}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return TransactionDetail.parse(answer.json()).data
}

test('a bill shows its lines, its comment and that it waits for initiation', async () => {
  const detail = await detailOf('AUDITOR', bill)
  expect(detail).toMatchObject({
    transaction_id: bill.reference,
    comment: { comment: COMMENT },
    is_masked: false,
    returns: 1,
  })
  const service = { service_name: expect.any(String), category: { category_name: expect.any(String) } }
  expect(detail.transactions).toMatchObject([{ quantity: 3, total: bill.total, drug_id: null, service }])
  expect(detail).toMatchObject({
    coe: { id: ministry.coeId },
    user: { patient: { chf_id: expect.stringMatching(/^CHF-/) } },
  })
  expect(detail.chain.map(({ state }) => state)).toEqual(['current', 'waiting', 'waiting', 'waiting', 'waiting'])
  expect(detail.chain[0]).toMatchObject({ may_act: ['Finance'], waiting_since: detail.returned?.at, by: null })
})

test('its history tells in plain words who did what, when, why and by which permission, newest first', async () => {
  const { history } = await detailOf('AUDITOR', bill)
  expect(history.map(({ type }) => type)).toEqual([
    'TransactionPaymentReturned',
    'TransactionPaymentInitiated',
    'TransactionBilled',
    'TransactionBillingRequested',
  ])
  expect(history[0]).toMatchObject({
    what: 'Payment returned to billed; it was initiated',
    who: 'Halima Sule',
    why: 'The period is wrong',
    permission: 'RECOMMEND_PAYMENT',
    raw: { stream: `transaction-${bill.id}`, revision: 3, data: { reason: 'The period is wrong' } },
  })
  expect(history[3]).toMatchObject({ who: 'Sani Abubakar', permission: 'BILL_SERVICES' })
  expect(history[3]?.what).toMatch(/^Bill of NGN [\d,]+\.00 for 1 service sent to the patient's wallet$/)
  const [stored] = await ministry.demo.context.eventLog.read(`transaction-${bill.id}`, 3)
  expect(history[0]?.raw['id']).toBe(stored?.id)
  expect(history[0]?.position).toBe(stored?.position)
})

test('a paid bill shows the five who acted, its shares, and where the money went', async () => {
  const detail = await detailOf('PERMSEC', paid)
  expect(detail.chain.map(({ by, state }) => [by, state])).toEqual([
    ['Kabiru Musa', 'done'],
    ['Halima Sule', 'done'],
    ['Usman Shehu', 'done'],
    ['Maryam Idris', 'done'],
    ['Suleiman Baba', 'done'],
  ])
  expect(detail).toMatchObject({ status: 'permsec approved', is_splitted: true })
  expect(detail.history[0]?.what).toContain(`hospital NGN ${Number(detail.coe_share).toLocaleString('en-NG')}`)
})

test('an analyst sees neither comment nor reason nor documents, also not in the raw events', async () => {
  const detail = await detailOf('ANALYST', bill)
  expect(detail).toMatchObject({ comment: null, is_masked: true, documents: [], total: bill.total })
  expect(JSON.stringify(detail)).not.toContain('Ngozi')
  expect(JSON.stringify(detail)).not.toContain('The period is wrong')
  expect(detail.history.at(-1)?.raw['data']).toMatchObject({ comment: '[masked]', documents: '[masked]' })
})

test('the people of another hospital do not find it, nor does a bill exist that nobody made', async () => {
  expect((await detailOf('COE_ADMIN', bill)).id).toBe(bill.id)
  const other = await ministry.demo.as('COE_ADMIN', 2)
  expect((await other.get(`/api/transactions/${bill.id}`)).statusCode).toBe(404)
  const auditor = await ministry.demo.as('AUDITOR')
  expect((await auditor.get('/api/transactions/nothing')).statusCode).toBe(404)
  expect((await (await ministry.demo.as('HELP_DESK')).get(`/api/transactions/${bill.id}`)).statusCode).toBe(403)
})
