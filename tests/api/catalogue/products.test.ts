import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Product, ProductDetail, ProductRow, StockDetail } from '#api/catalogue/contracts/product.ts'
import { MAX_STOCK } from '#domain/catalogue/stock/max-stock.ts'
import { MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import { referenceProductId } from '#scripts/demo/catalogue/reference.ts'
import { OTHER, OWN, patientWith, refusal } from '#tests/api/money/billing/hospital.ts'
import { startTestApp } from '#tests/support/app.ts'
import { type Answer, type Caller, type DemoApp, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'

let demo: DemoApp
let admin: Caller
let pharmacist: Caller
let pharmacistElsewhere: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  admin = await demo.as('SUPER_ADMIN')
  pharmacist = await demo.as('PHARMACIST')
  pharmacistElsewhere = await demo.as('PHARMACIST', 2)
})
afterAll(() => demo.end())

const URL = '/api/products'
const body = {
  product_name: 'Tamoxifen 40 mg',
  description: 'Tablet; breast cancer',
  manufacturer_name: 'Cipla',
  price: '350.00',
}
const dataOf = <T>(answer: Answer) => answer.json<{ data: T }>().data
const add = async (over: object = {}) => dataOf<{ id: string }>(await admin.post(URL, { ...body, ...over })).id
const viewed = async (id: string, by = admin) => dataOf<ProductDetail>(await by.get(`${URL}/${id}`))
const listed = async (query: string, by = admin) =>
  dataOf<{ data: ProductRow[] }>(await by.get(`${URL}/list?${query}`)).data
const offered = async (name: string, by = pharmacist) =>
  dataOf<Product[]>(await by.get(`/api/product?search=${encodeURIComponent(name)}`))

test('a product is added, billed at its price, edited and taken off the list, and its history tells from what to what', async () => {
  const answer = await admin.post(URL, { ...body, product_name: 'Passing drug' })
  expect(answer.json()).toMatchObject({ message: 'The product has been added', data: { caught_up: true } })
  const { id } = dataOf<{ id: string }>(answer)
  const [row] = await listed('search=passing')
  expect(row).toMatchObject({ id, price: '350.00', manufacturer_name: 'Cipla', stock: null, hospitals: 0, revision: 1 })
  // A manufacturer that is known keeps its id.
  const cipla = MEDICINES.find(({ manufacturerName }) => manufacturerName === 'Cipla')?.manufacturerId
  expect(await offered('Passing drug')).toMatchObject([{ productId: id, manufacturerId: cipla, stock: null }])

  const edited = { ...body, product_name: 'Passed drug', description: '', manufacturer_name: 'Newmed', price: 400 }
  expect((await admin.put(`${URL}/${id}`, { ...edited, revision: 1 })).json()).toMatchObject({
    message: 'The product has been changed',
    data: { id, caught_up: true },
  })
  expect(await offered('Passed drug')).toMatchObject([
    { productId: id, description: '', price: '400.00', manufacturer: { manufacturerName: 'Newmed' } },
  ])
  const patientId = await patientWith(demo, 10_000_00)
  const order = async () =>
    await pharmacist.post('/api/transaction/chf', { patientId, products: [{ productId: id, quantity: 2 }] })
  const { transactionId: order_id } = dataOf<{ transactionId: string }>(await order())
  const drugs = [{ productId: id, quantity: 2 }]
  const bill = await pharmacist.post('/api/coestaff/drugbillings', { patient_id: patientId, order_id, drugs })
  expect(dataOf<{ total: string }>(bill).total).toBe('800.00')

  expect((await admin.delete(`${URL}/${id}`)).json()).toMatchObject({
    message: 'The product has been taken off the list',
    data: { caught_up: true },
  })
  expect(await offered('Passed drug')).toEqual([])
  expect(await listed('search=passed')).toEqual([])
  expect(refusal(await order())).toMatchObject({ status: 422 })
  const detail = await viewed(id)
  expect(detail).toMatchObject({ product_name: 'Passed drug', price: '400.00', is_delisted: true, revision: 4 })
  expect(detail.history.map(({ what }) => what)).toEqual([
    'Taken off the list',
    'Price changed from NGN 350.00 to NGN 400.00',
    'Changed: name from “Passing drug” to “Passed drug”; description from “Tablet; breast cancer” to none; manufacturer from “Cipla” to “Newmed”',
    'Added as Passing drug, by Cipla, at NGN 350.00',
  ])
  expect(refusal(await admin.put(`${URL}/${id}`, edited))).toMatchObject({
    status: 409,
    message: 'The product is no longer listed',
  })
})

test('of two who edit what they have read the later is told, and who read nothing edits the latest', async () => {
  const id = await add({ product_name: 'Twice' })
  const edit = (over: object) => admin.put(`${URL}/${id}`, { ...body, product_name: 'Twice', ...over })
  const answers = await Promise.all([edit({ price: '1', revision: 1 }), edit({ price: '2', revision: 1 })])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect((await edit({ price: '3' })).statusCode).toBe(200)
  expect(await viewed(id)).toMatchObject({ price: '3.00', revision: 3 })
})

test('what is not right of a product is refused at its field, and what is not there is not found', async () => {
  const id = await add({ product_name: 'Right' })
  const wrong: readonly (readonly [object, string])[] = [
    [{ product_name: ' ' }, 'product_name'],
    [{ product_name: 'x'.repeat(201) }, 'product_name'],
    [{ product_name: 'a\nb' }, 'product_name'],
    [{ manufacturer_name: '' }, 'manufacturer_name'],
    [{ description: 'a\0b' }, 'description'],
    [{ description: 'x'.repeat(2_001) }, 'description'],
    [{ price: '0' }, 'price'],
    [{ price: '-1' }, 'price'],
    [{ price: 'dear' }, 'price'],
    [{ price: '10000000000000' }, 'price'],
  ]
  for (const [over, field] of wrong)
    for (const answer of [
      await admin.post(URL, { ...body, ...over }),
      await admin.put(`${URL}/${id}`, { ...body, ...over }),
    ])
      expect(refusal(answer), JSON.stringify(over)).toMatchObject({ status: 422, fields: [field] })
  expect((await viewed(id)).revision).toBe(1)
  for (const method of ['get', 'delete'] as const) expect((await admin[method](`${URL}/nothing`)).statusCode).toBe(404)
  expect((await admin.put(`${URL}/nothing`, body)).statusCode).toBe(404)
})

const stockAt = (product: string, coe = OWN) => `${URL}/${product}/coes/${coe}/stock`
const stockOf = async (product: string, coe = OWN, by = admin) =>
  dataOf<StockDetail>(await by.get(stockAt(product, coe)))
const receive = (product: string, quantity: number, coe = OWN) =>
  (coe === OWN ? pharmacist : pharmacistElsewhere).post(`${stockAt(product, coe)}/received`, { quantity })
const remove = (product: string, quantity: number, by = pharmacist) =>
  by.post(`${stockAt(product)}/removed`, { quantity, reason: 'Expired' })

test('stock comes in, goes and is counted at each hospital by itself, and every movement says from what to what and why', async () => {
  const id = await add({ product_name: 'Stocked' })
  expect(await stockOf(id)).toMatchObject({ quantity: null, revision: 0, history: [] })
  const first = await pharmacist.post(`${stockAt(id)}/received`, { quantity: 40, note: 'Waybill 12' })
  expect(first.json()).toMatchObject({ message: 'The delivery has been recorded', data: { caught_up: true } })
  expect((await receive(id, 1_000)).statusCode).toBe(200)
  expect((await remove(id, 15)).statusCode).toBe(200)
  const count = (quantity: number, revision: number) =>
    pharmacist.post(`${stockAt(id)}/counted`, { quantity, reason: 'Count of the month', revision })
  expect((await count(1_020, 3)).statusCode).toBe(200)
  expect((await count(1_020, 4)).statusCode).toBe(200)
  expect(refusal(await count(1, 4))).toMatchObject({ status: 409 })
  expect((await receive(id, 7, OTHER)).statusCode).toBe(200)
  const detail = await stockOf(id)
  expect(detail).toMatchObject({ coe_id: OWN, quantity: 1_020, revision: 5 })
  expect(detail.history.map(({ what, why }) => [what, why])).toEqual([
    ['Counted: 1,020, as recorded', 'Count of the month'],
    ['Counted: from 1,025 to 1,020', 'Count of the month'],
    ['15 removed: from 1,040 to 1,025', 'Expired'],
    ['1,000 received: from 40 to 1,040', null],
    ['40 received (Waybill 12): the first record, 40', null],
  ])
  expect((await viewed(id)).stock).toMatchObject([
    { coe_id: OWN, quantity: 1_020 },
    { coe_id: OTHER, quantity: 7 },
  ])
  expect(await listed('search=stocked')).toMatchObject([{ stock: 1_027, hospitals: 2 }])
  expect(await listed(`search=stocked&coe=${OTHER}`)).toMatchObject([{ stock: 7, hospitals: 1 }])
  // As it was after the first delivery.
  const { position } = dataOf<{ position: number }>(first)
  expect(await listed(`search=stocked&as_of_position=${position}`)).toMatchObject([{ stock: 40, hospitals: 1 }])
  const csv = (await admin.get(`${URL}/list/csv?search=stocked`)).body
  expect(csv).toContain('Product,Price (NGN),In stock,Hospitals,Manufacturer,Description,Created at')
  expect(csv).toContain('Stocked,350.00,1027,2,Cipla')
})

test('whoever bills sees the stock of their own hospital and of no other', async () => {
  const id = await add({ product_name: 'Own stock' })
  await receive(id, 40)
  await receive(id, 7, OTHER)
  const [mine, theirs] = [pharmacist, pharmacistElsewhere]
  expect(await offered('Own stock', mine)).toMatchObject([{ stock: { quantity: 40, changed_at: expect.any(String) } }])
  expect(await offered('Own stock', theirs)).toMatchObject([{ stock: { quantity: 7 } }])
  expect(await offered('Own stock', admin)).toMatchObject([{ stock: null }])
  expect(await listed('search=own', mine)).toMatchObject([{ stock: 40, hospitals: 1 }])
  expect((await mine.get(`${URL}/list?coe=${OTHER}`)).statusCode).toBe(404)
  expect((await viewed(id, mine)).stock).toMatchObject([{ coe_id: OWN, quantity: 40 }])
  expect((await mine.get(stockAt(id, OTHER))).statusCode).toBe(404)
  expect(await stockOf(id, OWN, mine)).toMatchObject({ quantity: 40 })
  // Recorded by those who hand drugs out at that hospital, and by nobody else.
  for (const [by, status] of [
    [mine, 404],
    [theirs, 200],
    [await demo.as('COE_ADMIN', 2), 200],
    [admin, 403],
  ] as const)
    expect((await by.post(`${stockAt(id, OTHER)}/received`, { quantity: 1 })).statusCode).toBe(status)
})

test('what is not right of a movement is refused at its field', async () => {
  const id = await add({ product_name: 'Moved wrongly' })
  const send = (what: string, sent: object, at = stockAt(id)) => pharmacist.post(`${at}/${what}`, sent)
  expect(refusal(await remove(id, 1))).toMatchObject({
    status: 422,
    fields: ['quantity'],
    message: 'Nothing is recorded of it at this hospital yet: count what there is first',
  })
  await receive(id, 10)
  expect(refusal(await remove(id, 11))).toMatchObject({ status: 422, message: 'There are only 10 in stock' })
  await remove(id, 10)
  expect(refusal(await remove(id, 1))).toMatchObject({ status: 422, message: 'There is no stock' })
  for (const quantity of [0, -1, 1.5, 'many', MAX_STOCK + 1])
    expect(refusal(await send('received', { quantity })), String(quantity)).toMatchObject({
      status: 422,
      fields: ['quantity'],
    })
  await receive(id, 5)
  expect(refusal(await receive(id, MAX_STOCK))).toMatchObject({ status: 422, fields: ['quantity'] })
  for (const reason of ['', ' ', 'x'.repeat(501), 'a\0b', undefined])
    for (const what of ['removed', 'counted'])
      expect(refusal(await send(what, { quantity: 1, reason }))).toMatchObject({ status: 422, fields: ['reason'] })
  expect(refusal(await send('received', { quantity: 1, note: 'a\0b' }))).toMatchObject({ fields: ['note'] })
  expect((await send('received', { quantity: 1 }, stockAt('nothing'))).statusCode).toBe(404)
  expect((await send('received', { quantity: 1 }, stockAt(id, 'nowhere'))).statusCode).toBe(404)
  expect(await stockOf(id)).toMatchObject({ quantity: 5, revision: 3 })
})

test('a product that is off the list comes in no more; what is left of it is removed and counted', async () => {
  const id = await add({ product_name: 'Left over' })
  const key = 'the delivery before'
  const sent = { quantity: 10 }
  const before = await pharmacist.post(`${stockAt(id)}/received`, sent, key)
  await admin.delete(`${URL}/${id}`)
  expect(refusal(await receive(id, 1))).toMatchObject({ status: 409, message: 'The product is no longer listed' })
  const again = await pharmacist.post(`${stockAt(id)}/received`, sent, key)
  expect([again.statusCode, again.body]).toEqual([before.statusCode, before.body])
  expect((await remove(id, 4)).statusCode).toBe(200)
  expect((await pharmacist.post(`${stockAt(id)}/counted`, { quantity: 0, reason: 'Destroyed' })).statusCode).toBe(200)
  expect(await stockOf(id)).toMatchObject({ quantity: 0, revision: 3 })
})

test('two processes take from one stock at once: never fewer than none are left', async () => {
  const id = referenceProductId(MEDICINES[5]?.id ?? '')
  await receive(id, 20)
  const secrets = { secretsDir: demoSecrets(inject('runDir')), dataDir: demo.dataDir }
  const other = withDemoPeople(await startTestApp(secrets, demo.database))
  try {
    const there = await other.as('PHARMACIST')
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => remove(id, 3, nth % 2 === 0 ? pharmacist : there)),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(6)
    expect(statuses.filter((status) => status === 422)).toHaveLength(6)
    expect(await stockOf(id)).toMatchObject({ quantity: 2, revision: 7 })
  } finally {
    await other.close()
  }
})
