import { afterAll, beforeAll, expect, test } from 'vitest'
import { lagosDay } from '#domain/kernel/dates.ts'
import type { ServiceDetail, ServiceRow } from '#api/catalogue/contracts/service.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { pilotCoeId, referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import { patientWith, refusal } from '#tests/api/money/billing/hospital.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

/** The portal's clock, ms ahead of the machine's. */
let ahead = 0
let demo: DemoApp
let admin: Caller
let staff: Caller
beforeAll(async () => {
  demo = await startDemoApp({ now: () => Date.now() + ahead })
  ;[admin, staff] = [await demo.as('SUPER_ADMIN'), await demo.as('COE_STAFF')]
})
afterAll(() => demo.end())

/** 15,000.00 where a hospital has no price of its own. */
const CONSULTATION = referenceServiceId('CO01')
const own = () => pilotCoeId(staff.person.coeCode ?? '')
const URL = '/api/services'
const priceOf = (service: string, coe = own()) => `${URL}/${service}/coes/${coe}`
const detailOf = async (id: string, by = admin) => (await by.get(`${URL}/${id}`)).json<{ data: ServiceDetail }>().data
const billed = async (service_id: string) => {
  const patient_id = await patientWith(demo, 100_000_00)
  const answer = await staff.post('/api/coestaff/billings', { patient_id, services: [{ service_id, quantity: 1 }] })
  return answer.json<{ data: { total: string } }>().data.total
}

test('a hospital is given a price of its own, bills by it, has it changed and taken away, and the history tells from what to what', async () => {
  const id = referenceServiceId('CO02')
  expect((await detailOf(id)).coes.map((one) => one.id)).not.toContain(own())
  expect(await billed(id)).toBe('8000.00')
  expect((await admin.post(priceOf(id), { price: '9000' })).json()).toMatchObject({
    message: 'The hospital has its own price now',
    data: { caught_up: true, id },
  })
  expect(await billed(id)).toBe('9000.00')
  expect((await admin.put(priceOf(id), { price: '9500.50' })).statusCode).toBe(200)
  expect(await billed(id)).toBe('9500.50')
  const detail = await detailOf(id)
  expect(detail.coes.find((one) => one.id === own())?.pivot).toEqual({ price: '9500.50' })
  expect((await admin.delete(priceOf(id))).statusCode).toBe(200)
  expect(await billed(id)).toBe('8000.00')
  const hospitals = (await admin.get('/api/coes')).json<{ data: { id: string; coe_name: string }[] }>().data
  const name = hospitals.find((one) => one.id === own())?.coe_name
  expect((await detailOf(id)).history.slice(0, 3).map(({ what }) => what)).toEqual([
    `Own price of ${name} taken away, was NGN 9,500.50`,
    `Own price of ${name} changed from NGN 9,000.00 to NGN 9,500.50`,
    `Own price of ${name}: NGN 9,000.00`,
  ])
  const renamed = { service_name: 'Follow-up', service_code: 'CO2', price: '8100', service_category_id: 8 }
  expect((await admin.put(`${URL}/${id}`, { ...renamed, parent_id: CONSULTATION })).statusCode).toBe(200)
  expect(
    (await detailOf(id)).history
      .slice(0, 4)
      .map(({ what }) => what)
      .sort(),
  ).toEqual(
    [
      'Price changed from NGN 8,000.00 to NGN 8,100.00',
      'Parent changed from none to Oncology consultation, first visit',
      'Renamed from Oncology consultation, follow-up (CO02) to Follow-up (CO2)',
      'Moved from Consultation to Nursing and supportive care',
    ].sort(),
  )
})

test('of two who give the hospital a price the later is told, and so is who changes what was taken away', async () => {
  const id = referenceServiceId('CO03')
  const answers = await Promise.all([
    admin.post(priceOf(id), { price: '1000' }),
    admin.post(priceOf(id), { price: '2000' }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(answers.map((answer) => answer.json<{ message: string }>().message)).toContain(
    'The hospital already has an own price. Edit that one.',
  )
  expect((await admin.delete(priceOf(id))).statusCode).toBe(200)
  expect(refusal(await admin.put(priceOf(id), { price: '3000' }))).toMatchObject({
    status: 409,
    message: 'The hospital no longer has an own price. Attach it again.',
  })
})

test('what is not right is refused at its field, and what is not there is not found', async () => {
  for (const send of [
    (price: unknown, id = CONSULTATION) => admin.post(priceOf(id), { price }),
    (price: unknown, id = CONSULTATION) => admin.put(priceOf(id), { price }),
  ]) {
    expect(refusal(await send('dear'))).toMatchObject({ status: 422, fields: ['price'] })
    expect(refusal(await send('0'))).toMatchObject({ status: 422, fields: ['price'] })
    expect(refusal(await send(''))).toMatchObject({ status: 422, fields: ['price'] })
    expect(refusal(await send('10', 'nothing'))).toMatchObject({ status: 404, message: 'Service not found' })
  }
  expect(refusal(await admin.post(priceOf(CONSULTATION, 'nowhere'), { price: '10' }))).toMatchObject({
    status: 404,
    message: 'Hospital not found',
  })
  expect((await staff.post(priceOf(CONSULTATION), { price: '10' })).statusCode).toBe(403)
  expect(refusal(await admin.get(`${URL}/nothing`))).toMatchObject({ status: 404 })
})

test('services are listed with how many hospitals have a price of their own, found by name, code and category', async () => {
  const list = async (query: string) =>
    (await admin.get(`${URL}/list?${query}`)).json<{ data: { data: ServiceRow[] } }>().data.data
  const id = referenceServiceId('RT05')
  const count = (await list('search=rt05'))[0]?.own_prices ?? 0
  await admin.post(priceOf(id), { price: '190000' })
  expect(await list('search=rt05')).toMatchObject([
    { id, service_code: 'RT05', price: '185000.00', own_prices: count + 1, category_name: 'Radiotherapy' },
  ])
  expect((await list('search=BRACHY')).map((one) => one.id)).toContain(id)
  const all = await list('category=2&per_page=200')
  expect(new Set(all.map((one) => one.category_name))).toEqual(new Set(['Radiotherapy']))
  const csv = await admin.get(`${URL}/list/csv?category=2`)
  expect(csv.body.split('\r\n')[0]).toContain('Own prices')
})

test('the staff of a hospital see what it bills, at its prices, and no other hospital’s', async () => {
  const id = referenceServiceId('RT01')
  await admin.post(priceOf(id), { price: '125000' })
  const rows = async (by: Caller, query = '') =>
    (await by.get(`${URL}/coe?search=RT01${query}`)).json<{ data: { data: ServiceRow[] } }>().data.data
  expect(await rows(staff)).toMatchObject([{ id, billed_price: '125000.00', is_own_price: true }])
  const other = await demo.as('COE_STAFF', 2)
  expect(await rows(other)).toMatchObject([{ id, billed_price: '120000.00', is_own_price: false }])
  expect((await other.get(`${URL}/coe?coe=${own()}`)).statusCode).toBe(404)
  expect(await rows(admin, `&coe=${own()}`)).toMatchObject([{ billed_price: '125000.00' }])
  expect(refusal(await admin.get(`${URL}/coe`))).toMatchObject({ status: 422, fields: ['coe'] })
})

test('a service of a category that is for other roles is on no list, and not found', async () => {
  const surgery = '/api/service_categories/7/roles'
  const id = referenceServiceId('SU01')
  await admin.post(`${surgery}/${roleIdOf('DOCTOR')}`, {})
  const seen = async (by: Caller) => {
    const list = (await by.get(`${URL}/coe?category=7`)).json<{ data: { data: ServiceRow[] } }>().data.data
    return [list.length > 0, (await by.get(`${URL}/${id}`)).statusCode]
  }
  expect(await seen(staff)).toEqual([false, 404])
  expect(await seen(await demo.as('DOCTOR'))).toEqual([true, 200])
  await admin.delete(`${surgery}/${roleIdOf('DOCTOR')}`)
})

const DAY_MS = 86_400_000
/** The Lagos day so many days after the machine's. */
const dayIn = (days: number) => lagosDay(new Date(Date.now() + days * DAY_MS).toISOString())
const plannedAt = (id: string, from: string, coe?: string) =>
  `${coe === undefined ? `${URL}/${id}` : priceOf(id, coe)}/planned-prices/${from}`

test('a planned price is shown at once and billed from its day on, also at a hospital; the export of before gives the same again', async () => {
  const ultrasound = { service_name: 'Ultrasound', service_code: 'XQZ', price: '62000', service_category_id: 6 }
  const { id } = (await admin.post(URL, ultrasound)).json<{ data: { id: string } }>().data
  const before = (await detailOf(id)).price
  const [soon, later] = [dayIn(2), dayIn(40)]
  expect((await admin.put(plannedAt(id, soon), { price: '81000' })).json()).toMatchObject({
    message: 'The price has been planned',
    data: { caught_up: true, id },
  })
  expect((await admin.put(plannedAt(id, later), { price: '82000' })).statusCode).toBe(200)
  expect((await admin.put(plannedAt(id, soon, own()), { price: '79000.50' })).statusCode).toBe(200)
  const detail = await detailOf(id)
  expect(detail).toMatchObject({
    price: before,
    coes: [],
    planned_prices: [
      { coe: null, from: soon, price: '81000.00' },
      { coe: { id: own() }, from: soon, price: '79000.50' },
      { coe: null, from: later, price: '82000.00' },
    ],
  })
  expect(await billed(id)).toBe(before)
  const rows = async (query: string) =>
    (await admin.get(`${URL}/list?search=XQZ${query}`)).json<{ data: { data: ServiceRow[] } }>().data.data
  expect(await rows('')).toMatchObject([{ price: before, planned_prices: 3, own_prices: 0 }])
  expect(await rows(`&on=${soon}`)).toMatchObject([{ price: '81000.00', planned_prices: 1, own_prices: 1 }])
  expect(await rows(`&on=${later}&sort=-price`)).toMatchObject([{ price: '82000.00' }])
  expect(refusal(await admin.get(`${URL}/list?on=tomorrow`))).toMatchObject({ status: 422, fields: ['on'] })
  const exported = await admin.get(`${URL}/list/csv?search=XQZ`)
  const manifest = (await admin.get(`/api/exports/${String(exported.headers['x-export-id'])}`)).json<{
    data: { url: string }
  }>().data

  ahead = 2 * DAY_MS
  ;[admin, staff] = [await demo.as('SUPER_ADMIN'), await demo.as('COE_STAFF')]
  expect(await billed(id)).toBe('79000.50')
  expect(await detailOf(id)).toMatchObject({
    price: '81000.00',
    coes: [{ id: own(), pivot: { price: '79000.50' } }],
    planned_prices: [{ coe: null, from: later }],
  })
  expect((await admin.get(manifest.url)).body).toBe(exported.body)
  expect((await admin.get(`${URL}/list/csv?search=XQZ`)).body).not.toBe(exported.body)
  const other = await demo.as('COE_STAFF', 2)
  const offered = (await other.get('/api/service_categories')).json<{
    data: { services: { id: string; price: string }[] }[]
  }>()
  expect(offered.data.flatMap(({ services }) => services).find((one) => one.id === id)?.price).toBe('81000.00')
  expect(refusal(await admin.delete(plannedAt(id, soon)))).toMatchObject({
    status: 409,
    message: 'This is already the price. Enter another amount.',
  })
  expect((await admin.delete(plannedAt(id, later))).statusCode).toBe(200)
  expect((await detailOf(id)).planned_prices).toEqual([])
  const written = (day: string) => day.split('-').map(Number).reverse().join('-')
  expect((await detailOf(id)).history.map(({ what }) => what).slice(0, 2)).toEqual([
    `Price from ${written(later)} on withdrawn, was NGN 82,000.00`,
    `Own price of ${detail.planned_prices[1]?.coe?.coe_name} from ${written(soon)} on: NGN 79,000.50`,
  ])
})

test('a price is planned for a day to come alone, by whoever may, and of two who read the same the later is told', async () => {
  const id = referenceServiceId('RT04')
  const { revision } = await detailOf(id)
  const today = lagosDay(new Date(Date.now() + ahead).toISOString())
  const plan = (from: string, body: object = { price: '1000' }) => admin.put(plannedAt(id, from), body)
  expect(refusal(await plan(today))).toMatchObject({ status: 422, fields: ['from'] })
  expect(refusal(await plan('2199-01-01'))).toMatchObject({ status: 422, fields: ['from'] })
  expect((await plan('2026-02-30')).statusCode).toBe(404)
  expect(refusal(await plan(dayIn(60), { price: '10.001' }))).toMatchObject({ status: 422, fields: ['price'] })
  expect(refusal(await admin.put(plannedAt(id, dayIn(60), 'nowhere'), { price: '10' }))).toMatchObject({ status: 404 })
  expect((await staff.put(plannedAt(id, dayIn(60)), { price: '10' })).statusCode).toBe(403)
  expect((await staff.delete(plannedAt(id, dayIn(60)))).statusCode).toBe(403)
  const answers = await Promise.all(
    [dayIn(60), dayIn(61)].map((from) => admin.put(plannedAt(id, from), { price: '1000', revision })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json<{ message: string }>().message).toBe(
    'Someone changed the service since you opened it. See its history, then try again.',
  )
  expect((await detailOf(id)).planned_prices).toHaveLength(1)
})
