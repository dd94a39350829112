import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#api/catalogue/contracts/product.ts'
import type { BilledAnswer } from '#api/money/contracts/billing.ts'
import { handle } from '#commands/handle.ts'
import { product } from '#domain/catalogue/product/product.ts'
import { command } from '#tests/support/command.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { balanceOf, billsOf, demoPatient, fund, OTHER, OWN, patientWith, refusal } from './hospital.ts'

const ONCE = 'This drug billing has been completed. Billing is submitted only once.'

let demo: DemoApp
let pharmacist: Caller
let drug: Product
let price: number
beforeAll(async () => {
  demo = await startDemoApp()
  pharmacist = await demo.as('PHARMACIST')
  const [found] = (await pharmacist.get('/api/product?search=cisplatin')).json<{ data: Product[] }>().data
  if (found === undefined) throw new Error('There is no cisplatin')
  drug = found
  price = Number(drug.price) * 100
})
afterAll(() => demo.end())

const order = async (patientId: string, quantity = 1, key?: string, by = pharmacist): Promise<string> => {
  const products = [{ productId: drug.productId, quantity }]
  const answer = await by.post('/api/transaction/chf', { patientId, products }, key)
  expect(answer.statusCode).toBe(200)
  return answer.json<{ data: { transactionId: string } }>().data.transactionId
}
const URL = '/api/coestaff/drugbillings'
const bill = (patientId: string, orderId: string, quantity = 1) => ({
  patient_id: patientId,
  order_id: orderId,
  drugs: [{ productId: drug.productId, quantity, service_category_id: 4 }],
})

test('an order is billed at the price of the catalogue', async () => {
  const patient = await patientWith(demo, 3 * price)
  const answer = await pharmacist.post(URL, bill(patient, await order(patient, 2), 2))
  expect(answer.json<BilledAnswer>()).toMatchObject({
    message: 'Billing has been completed',
    data: { total: ((2 * price) / 100).toFixed(2), caught_up: true },
  })
  expect(await balanceOf(demo, patient)).toBe(price)
})

test('an order takes the fields that the spec sends along, and believes none of them', async () => {
  const patient = await patientWith(demo, price)
  const claimed = { hospitalId: OTHER, is_cap: 1, chfId: 'CHF-999999', firstName: 'Somebody', lastName: 'Else' }
  const products = [{ productId: drug.productId, quantity: 1 }]
  const answer = await pharmacist.post('/api/transaction/chf', { ...claimed, patientId: patient, products })
  const { transactionId } = answer.json<{ data: { transactionId: string } }>().data
  const { rows } = await demo.context.pool.query('select patient_id, coe_id from product_order where id = $1', [
    transactionId,
  ])
  expect(rows).toEqual([{ patient_id: patient, coe_id: OWN }])
})

test('an order is billed once, whatever the key and whoever bills it', async () => {
  const patient = await patientWith(demo, 3 * price)
  const orderId = await order(patient)
  expect((await pharmacist.post(URL, bill(patient, orderId), 'first')).statusCode).toBe(200)
  const again = refusal(await pharmacist.post(URL, bill(patient, orderId), 'second'))
  expect(again, 'completed -> submit again -> refused').toEqual({ status: 422, message: ONCE, fields: ['order_id'] })
  const admin = await demo.as('COE_ADMIN')
  expect(refusal(await admin.post(URL, bill(patient, orderId)))).toMatchObject({ status: 422, message: ONCE })
  expect(await balanceOf(demo, patient)).toBe(2 * price)
  expect(await billsOf(demo, patient)).toBe(1)
})

test('an order that ten people bill at once is billed once', async () => {
  const patient = await patientWith(demo, 10 * price)
  const orderId = await order(patient)
  const answers = await Promise.all(Array.from({ length: 10 }, () => pharmacist.post(URL, bill(patient, orderId))))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => refusal(answer).message)).toEqual(
    Array.from({ length: 9 }, () => ONCE),
  )
  expect(await balanceOf(demo, patient)).toBe(9 * price)
})

test('the same request again is answered with the same bill', async () => {
  const patient = await patientWith(demo, 3 * price)
  const orderId = await order(patient, 1, 'order-once')
  expect(await order(patient, 1, 'order-once')).toBe(orderId)
  const first = (await pharmacist.post(URL, bill(patient, orderId), 'bill-once')).json<BilledAnswer>()
  const second = await pharmacist.post(URL, bill(patient, orderId), 'bill-once')
  expect(second.statusCode).toBe(200)
  expect(second.json<BilledAnswer>().data.transaction_id).toBe(first.data.transaction_id)
  expect(await balanceOf(demo, patient)).toBe(2 * price)
})

test('the key of one order is not taken for another', async () => {
  const patient = await patientWith(demo, price)
  await order(patient, 1, 'order-key')
  const products = [{ productId: drug.productId, quantity: 2 }]
  const other = await pharmacist.post('/api/transaction/chf', { patientId: patient, products }, 'order-key')
  expect(other.statusCode).toBe(409)
})

test('an order that the wallet could not pay is billed after a top-up', async () => {
  const patient = await patientWith(demo, price - 100)
  const orderId = await order(patient)
  const short = refusal(await pharmacist.post(URL, bill(patient, orderId)))
  expect(short).toEqual({ status: 422, message: 'Patient does not have enough funds', fields: ['patient_id'] })
  await fund(demo, patient, OWN, 100)
  expect((await pharmacist.post(URL, bill(patient, orderId))).statusCode).toBe(200)
  expect(await balanceOf(demo, patient)).toBe(0)
})

test('a bill holds what was ordered, for whom it was ordered', async () => {
  const [patient, neighbour] = [await patientWith(demo, 9 * price), await patientWith(demo, 9 * price)]
  const orderId = await order(patient, 2)
  expect(refusal(await pharmacist.post(URL, bill(patient, orderId, 3)))).toEqual({
    status: 422,
    message: 'These drugs are not the ones ordered',
    fields: ['drugs'],
  })
  expect(refusal(await pharmacist.post(URL, bill(neighbour, orderId, 2)))).toMatchObject({
    status: 422,
    fields: ['order_id'],
  })
  expect(await balanceOf(demo, patient)).toBe(9 * price)
  expect(await balanceOf(demo, neighbour)).toBe(9 * price)
})

test('staff of another hospital find neither the patient nor the order', async () => {
  const patient = await patientWith(demo, 3 * price)
  const orderId = await order(patient)
  const stranger = await demo.as('PHARMACIST', 2)
  expect(refusal(await stranger.post(URL, bill(patient, orderId)))).toMatchObject({ status: 404 })
  expect(refusal(await stranger.post(URL, bill(demoPatient(2), orderId)))).toMatchObject({
    status: 422,
    message: 'This patient has no such order',
    fields: ['order_id'],
  })
})

test.each(['COE_STAFF', 'DOCTOR', 'FUND_ADMIN', 'PATIENT'])('%s may neither order nor bill drugs', async (role) => {
  const someone = await demo.as(role)
  expect((await someone.post(URL, bill(demoPatient(), 'x'))).statusCode).toBe(403)
  expect((await someone.post('/api/transaction/chf', { patientId: demoPatient(), products: [] })).statusCode).toBe(403)
})

test.each([
  ['no order', { order_id: '' }, ['order_id']],
  ['an unknown order', { order_id: 'nothing' }, ['order_id']],
  ['no drug', { drugs: [] }, ['drugs']],
  ['a quantity of 0', { drugs: [{ productId: 'x', quantity: 0 }] }, ['drugs.0.quantity']],
  [
    'another category',
    { drugs: [{ productId: 'x', quantity: 1, service_category_id: 3 }] },
    ['drugs.0.service_category_id'],
  ],
])('%s is refused and names its field', async (_, over, fields) => {
  expect(refusal(await pharmacist.post(URL, { ...bill(demoPatient(), 'x'), ...over }))).toMatchObject({
    status: 422,
    fields,
  })
})

test('an order of a drug that is not in the catalogue names it', async () => {
  const products = [{ productId: 'aspirin-of-mine', quantity: 1 }]
  expect(refusal(await pharmacist.post('/api/transaction/chf', { patientId: demoPatient(), products }))).toMatchObject({
    status: 422,
    fields: ['products.0.productId'],
  })
})

test('a drug that was delisted after it was ordered is not billed, and the answer names the field', async () => {
  const [other] = (await pharmacist.get('/api/product?search=imatinib')).json<{ data: Product[] }>().data
  if (other === undefined) throw new Error('There is no imatinib')
  const patient = await patientWith(demo, 100_000_00)
  const { productId } = other
  const ordered = await pharmacist.post('/api/transaction/chf', {
    patientId: patient,
    products: [{ productId, quantity: 1 }],
  })
  const orderId = ordered.json<{ data: { transactionId: string } }>().data.transactionId
  await handle(demo.context.handler, product, productId, command('DelistProduct', { productId }))
  const drugs = [{ productId, quantity: 1, service_category_id: 4 }]
  const answer = await pharmacist.post(URL, { patient_id: patient, order_id: orderId, drugs })
  expect(refusal(answer)).toEqual({ status: 422, message: 'This service or drug does not exist', fields: ['drugs'] })
})
