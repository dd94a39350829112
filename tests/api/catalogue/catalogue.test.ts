import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#api/catalogue/contracts/product.ts'
import type { ServiceCategory } from '#api/catalogue/contracts/service.ts'
import type { PatientMatch } from '#api/money/contracts/billing.ts'
import { MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import { ownPrice, SERVICES } from '#domain/catalogue/reference/services.ts'
import { referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { demoPatient, OTHER, patientWith, refusal } from '#tests/api/money/billing/hospital.ts'

let demo: DemoApp
let staff: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  staff = await demo.as('COE_STAFF')
})
afterAll(() => demo.end())

type Categories = { readonly data: readonly ServiceCategory[] }
type Products = { readonly data: readonly Product[]; readonly next: string | null }
type Matches = { readonly data: readonly PatientMatch[] }
const naira = (kobo: number) => (kobo / 100).toFixed(2)

test('every service stands in its category at the price of the own hospital; drugs have a category and no services', async () => {
  const { data } = (await staff.get('/api/service_categories')).json<Categories>()
  expect(data.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(data.find(({ id }) => id === 4)).toMatchObject({ category_name: 'Drugs', services: [] })
  const prices = new Map(data.flatMap(({ services }) => services.map(({ id, price }) => [id, price])))
  expect(prices).toEqual(
    new Map(
      SERVICES.map((listed) => [referenceServiceId(listed.code), naira(ownPrice('ABUTH', listed) ?? listed.price)]),
    ),
  )
})

test('a hospital with prices of its own bills at those', async () => {
  const other = await demo.as('COE_STAFF', 2)
  const own = (await other.get('/api/service_categories')).json<Categories>()
  const asked = (await staff.get(`/api/service_categories?roles=1,2&coe=${OTHER}`)).json<Categories>()
  expect(asked).toEqual(own)
  const prices = own.data
    .flatMap(({ services }) => services)
    .map(({ service_code, price }) => `${service_code} ${price}`)
  const expected = SERVICES.map((listed) => `${listed.code} ${naira(ownPrice('FTHG', listed) ?? listed.price)}`)
  expect(new Set(prices)).toEqual(new Set(expected))
  expect(expected).not.toEqual(SERVICES.map(({ code, price }) => `${code} ${naira(price)}`))
})

test('who administers the categories sees them unfiltered, at a hospital’s prices where they name it', async () => {
  const analyst = await demo.as('ANALYST')
  const { data } = (await analyst.get('/api/service_categories')).json<Categories>()
  expect(data.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  const prices = data.flatMap(({ services }) => services.map(({ service_code, price }) => `${service_code} ${price}`))
  expect(new Set(prices)).toEqual(new Set(SERVICES.map(({ code, price }) => `${code} ${naira(price)}`)))
  const admin = await demo.as('SUPER_ADMIN')
  const seen = (await admin.get('/api/service_categories')).json<Categories>().data
  expect(seen.map(({ id, roles }) => [id, roles])).toEqual(data.map(({ id }) => [id, expect.any(Array)]))
  expect((await analyst.get(`/api/service_categories?coe=${OTHER}`)).statusCode).toBe(200)
  expect(refusal(await staff.get('/api/service_categories?coe=nowhere'))).toMatchObject({ status: 404 })
})

test('a service lists the hospitals that price it themselves, or the one that is asked for', async () => {
  type Listed = { id: string; price: string; category: object; coes: { id: string; pivot: { price: string } }[] }
  const code = SERVICES.find(({ categoryId }) => categoryId === 1)?.code ?? ''
  const find = async (query: string) =>
    (await staff.get(`/api/services${query}`))
      .json<{ data: Listed[] }>()
      .data.find(({ id }) => id === referenceServiceId(code))
  const all = await find('')
  const listed = SERVICES.find((one) => one.code === code)
  if (all === undefined || listed === undefined) throw new Error('The service is not listed')
  expect(all).toMatchObject({
    price: naira(listed.price),
    service_category_id: 1,
    category: { id: 1, category_name: 'Consultation' },
    parent_id: null,
    parent: null,
  })
  expect(all.coes).toHaveLength(2)
  const one = await find(`?coe=${OTHER}`)
  expect(one?.coes.map(({ id, pivot }) => [id, pivot.price])).toEqual([[OTHER, naira(ownPrice('FTHG', listed) ?? 0)]])
})

test('the drugs come by name, each once, in pages by key', async () => {
  const seen: Product[] = []
  for (let next: string | null = ''; next !== null;) {
    const page: Products = (
      await staff.get(`/api/product?limit=7${next === '' ? '' : `&after=${next}`}`)
    ).json<Products>()
    expect(page.data.length).toBeLessThanOrEqual(7)
    seen.push(...page.data)
    next = page.next
  }
  expect(seen).toHaveLength(MEDICINES.length)
  expect(new Set(seen.map(({ productId }) => productId)).size).toBe(MEDICINES.length)
  const whole = (await staff.get('/api/product?limit=1000')).json<Products>()
  expect(whole).toEqual({ data: seen, next: null })
})

test('a drug is found by words of its name, its use or its maker, and has price and manufacturer', async () => {
  const { data } = (await staff.get('/api/product?search=breast%20anastro')).json<Products>()
  const [listed] = MEDICINES.filter(({ name }) => name.startsWith('Anastrozole'))
  expect(data).toEqual([
    {
      productId: expect.any(String),
      productName: listed?.name,
      description: listed?.description,
      price: naira(listed?.price ?? 0),
      manufacturerId: listed?.manufacturerId,
      manufacturer: { manufacturerId: listed?.manufacturerId, manufacturerName: listed?.manufacturerName },
      stock: null,
    },
  ])
  expect((await staff.get('/api/product?search=%25')).json<Products>().data).toEqual([])
})

test('a cursor that this list did not give is refused', async () => {
  expect(refusal(await staff.get('/api/product?after=bm9wZQ'))).toMatchObject({ status: 422, fields: ['after'] })
  expect(refusal(await staff.get('/api/product?limit=0'))).toMatchObject({ status: 422, fields: ['limit'] })
})

test('patients see neither prices nor drugs', async () => {
  const patient = await demo.as('PATIENT')
  for (const url of ['/api/service_categories', '/api/services', '/api/product', '/api/coestaff/patient/zarah'])
    expect((await patient.get(url)).statusCode, url).toBe(403)
})

test('a patient is found by CHF id, id, e-mail and names, with hospital and wallet', async () => {
  const id = await patientWith(demo, 1_234_50)
  const find = async (search: string) =>
    (await staff.get(`/api/coestaff/patient/${encodeURIComponent(search)}`)).json<Matches>().data
  const [match] = await find(id)
  expect(match).toMatchObject({ id, wallet_balance: '1234.50', last_name: 'Okafor-Bello' })
  if (match === undefined) throw new Error('No one found')
  for (const search of [match.chf_id, match.chf_id.toLowerCase(), match.email.toUpperCase()])
    expect(await find(search), search).toEqual([match])
  for (const search of [match.first_name.toLowerCase(), `okafor ${match.first_name}`, 'OKAFOR-B'])
    expect(
      (await find(search)).map((one) => one.id),
      search,
    ).toContain(id)
})

test('what is no beginning of a name finds nobody', async () => {
  for (const search of ['z', '%%', '__', 'arah1', 'nobody'])
    expect(refusal(await staff.get(`/api/coestaff/patient/${encodeURIComponent(search)}`)), search).toMatchObject({
      status: 404,
      message: 'Patient not found',
    })
})

test('patients of another hospital are not found, by nothing', async () => {
  const id = await patientWith(demo, 0, OTHER)
  const stranger = await demo.as('COE_STAFF', 2)
  const [match] = (await stranger.get(`/api/coestaff/patient/${id}`)).json<Matches>().data
  if (match === undefined) throw new Error('No one found')
  for (const search of [id, match.chf_id, match.email, match.first_name, demoPatient(2)])
    expect((await staff.get(`/api/coestaff/patient/${encodeURIComponent(search)}`)).statusCode, search).toBe(404)
})
