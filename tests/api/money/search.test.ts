import { afterAll, beforeAll, expect, test } from 'vitest'
import { PaymentDetail } from '#api/money/contracts/payment.ts'
import { CALL_LIMITS } from '#api/limits/call-limits.ts'
import { SearchAnswer } from '#api/money/contracts/search.ts'
import { personOf } from '#tests/support/demo-app.ts'
import { type Bill, type Ministry, startMinistry, step } from './payments/ministry.ts'

let ministry: Ministry
let bill: Bill
let elsewhere: Bill
let chfId: string
let paymentId: string
beforeAll(async () => {
  ministry = await startMinistry()
  bill = await ministry.billServices(1)
  elsewhere = await ministry.billServices(1, 2)
  paymentId = (await step(ministry, 'FINANCE', [bill])).payment_id ?? ''
  const { rows } = await ministry.demo.context.pool.query<{ chf_id: string }>(
    'select chf_id from patient where id = $1',
    [personOf('PATIENT').userId],
  )
  chfId = rows[0]?.chf_id ?? ''
})
afterAll(() => ministry.end())

const find = async (role: string, text: string, second?: 2) =>
  (await (await ministry.as(role, second)).post('/api/search', SearchAnswer, { text })).data
const kindsOf = async (...asked: Parameters<typeof find>) => (await find(...asked)).map(({ kind }) => kind)

test('people are found by CHF id, bills and payments by their own, hospitals by name, and wallets by either', async () => {
  const patient = personOf('PATIENT')
  expect(await find('AUDITOR', chfId.toLowerCase())).toEqual([
    { kind: 'patient', id: patient.userId, title: chfId, note: `${patient.firstName} ${patient.lastName}` },
    { kind: 'wallet', id: `patient:${patient.userId}`, title: chfId, note: 'Wallet of a patient' },
  ])
  expect(await find('NCCP', bill.reference)).toMatchObject([
    { kind: 'transaction', id: bill.id, title: bill.reference },
  ])
  const viewed = await (await ministry.as('NCCP')).get(`/api/fanda/payment/${paymentId}`, PaymentDetail)
  const {
    payment_number: number,
    coe: { coe_name: note },
  } = viewed.data
  expect(number).toMatch(/^PAY-\d{4}-\d{6}$/)
  expect(await find('NCCP', number.toLowerCase())).toEqual([{ kind: 'payment', id: paymentId, title: number, note }])
  expect(await find('NCCP', 'ahmadu')).toMatchObject([{ kind: 'hospital', id: ministry.coeId }])
  expect(await kindsOf('AUDITOR', 'ahmadu')).toEqual(['hospital', 'wallet'])
})

test('what is out of reach is not found, nor what the caller has no screen for', async () => {
  expect(await kindsOf('COE_STAFF', chfId)).toEqual(['patient'])
  expect(await find('COE_STAFF', chfId, 2)).toEqual([])
  expect(await kindsOf('COE_STAFF', bill.reference)).toEqual(['transaction'])
  expect(await find('COE_STAFF', elsewhere.reference)).toEqual([])
  expect(await find('COE_ADMIN', 'university')).toMatchObject([{ id: ministry.coeId }])
  expect(await kindsOf('PATIENT', bill.reference)).toEqual(['transaction'])
  expect(await find('PATIENT', elsewhere.reference)).toEqual([])
  expect(await find('PATIENT', chfId)).toEqual([])
  expect(await find('NCCP', chfId)).toEqual([])
  const { rows } = await ministry.demo.context.pool.query<{ reference: string }>('select reference from payment')
  expect(await find('COE_ADMIN', rows[0]?.reference ?? '')).toEqual([])
  // Nobody finds by a pattern what they do not know.
  for (const text of ['CHF-%', 'TRX_2026', "' or true --"]) expect(await find('COE_STAFF', text)).toEqual([])
})

test('searching counts, and no more than an account may', async () => {
  const clerk = await ministry.as('COE_STAFF', 2)
  const { pool } = ministry.demo.context
  const used = async () =>
    (
      await pool.query<{ used: number }>('select used from call_count where key = $1', [
        `search:${clerk.person.userId}`,
      ])
    ).rows[0]?.used
  const before = (await used()) ?? 0
  expect((await clerk.send('POST', '/api/search', { text: 'nothing' })).status).toBe(200)
  expect(await used()).toBe(before + 1)
  await pool.query('update call_count set used = $2 where key = $1', [
    `search:${clerk.person.userId}`,
    CALL_LIMITS.search.most,
  ])
  expect((await clerk.send('POST', '/api/search', { text: 'nothing' })).status).toBe(429)
})
