import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CoeView } from '#api/catalogue/contracts/coe.ts'
import type { PersonFound } from '#api/people/contracts/role.ts'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { made, page, staff } from './staff-world.ts'

/** As a phone may write it: taken apart, with a curly apostrophe, two blanks, and one that does not break. */
const WRITTEN = { first_name: 'Ọláwálé'.normalize('NFD'), last_name: `Sa’adatu\u00a0 Ƙofar` }
const TYPED = ['Olawale', 'ỌLÁWÁLÉ', "sa'adatu", 'Sa’adatu', 'saadatu  olawale', 'Kofar Olawale', 'ola kof']

let demo: DemoApp
let admin: Caller
let cmd: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  ;[admin, cmd] = [await demo.as('SUPER_ADMIN'), await demo.as('COE_ADMIN')]
})
afterAll(() => demo.end())

const listed = async (path: string, typed: string) =>
  (await admin.get(`${path}${encodeURIComponent(typed)}`)).json<{ data: { data: object[] } }>().data.data

test('a person is kept in one form, and found however their name is typed, until they are called something else', async () => {
  const { id } = await made(cmd, staff(WRITTEN))
  const { rows } = await demo.context.pool.query(
    'select first_name, last_name, name_key from user_account where id = $1',
    [id],
  )
  expect(rows).toEqual([
    { first_name: 'Ọláwálé'.normalize('NFC'), last_name: 'Sa’adatu Ƙofar', name_key: 'saadatu kofar olawale' },
  ])
  for (const typed of TYPED) {
    const found = (await admin.post('/api/users/find', { search: typed })).json<{ data: PersonFound[] }>().data
    expect([typed, found.map((one) => one.id)]).toEqual([typed, [id]])
  }
  expect((await admin.post('/api/users/find', { search: 'Olawale Bello' })).json()).toMatchObject({ data: [] })
})

test('family name first finds staff on their list, and the patient to bill', async () => {
  const [finance, patient] = [personOf('FINANCE'), personOf('PATIENT')]
  const typed = encodeURIComponent(`${finance.lastName} ${finance.firstName}`.toUpperCase())
  const found = await page(admin, `/api/chfstaffs/search/${typed}`)
  expect(found.data.map(({ id }) => id)).toContain(finance.userId)
  const answer = await (
    await demo.as('COE_STAFF')
  ).get(`/api/coestaff/patient/${encodeURIComponent(`${patient.lastName} ${patient.firstName}`)}`)
  expect([answer.statusCode, answer.body.includes(patient.userId)]).toEqual([200, true])
})

test('hospitals, services, categories, drugs, holidays and benefactors are found and sorted by their keys', async () => {
  const name = 'Ẹ̀kọ́ Ɗan’uwa'
  const added = await Promise.all([
    admin.post('/api/services', { service_name: name, service_code: 'EKO1', price: '1', service_category_id: 2 }),
    admin.post('/api/service_categories', { category_name: name, category_code: 'EKO' }),
    admin.post('/api/products', { product_name: name, description: '', manufacturer_name: name, price: '1' }),
    admin.post('/api/holidays', { day: '2027-03-15', name }),
    (await demo.as('FUND_ADMIN')).post('/api/pool/credit', { benefactor: name, credit: '10' }),
  ])
  expect(added.map(({ statusCode, body }) => [statusCode, statusCode === 200 ? '' : body])).toEqual(
    added.map(() => [200, '']),
  )
  await demo.context.caughtUp(await demo.context.log.head())
  for (const path of [
    '/api/services/list?search=',
    '/api/services/prices?search=',
    '/api/service_categories/list?search=',
    '/api/products/list?search=',
    '/api/holidays?search=',
    '/api/fundings?search=',
  ])
    for (const typed of ['eko danuwa', 'Danuwa eko', "ẸKỌ DAN'UWA"])
      expect([path, typed, (await listed(path, typed)).length]).toEqual([path, typed, 1])
  const names = (await listed('/api/services/list?limit=1000&sort=', 'service_name')).map((one) =>
    String(Reflect.get(one, 'service_name')),
  )
  const at = names.indexOf(name)
  expect(at).toBeGreaterThan(-1)
  // Between its neighbours in plain letters, not behind Z.
  expect((names[at - 1] ?? '').toLowerCase() <= 'eko').toBe(true)
  expect((names[at + 1] ?? '').toLowerCase() > 'eko').toBe(true)
})

test('a hospital is found by its name in any order, by its code and by its kind', async () => {
  for (const typed of ['ibadan university', 'uch', 'University  College', 'UCH federal'])
    expect([typed, (await listed('/api/coes/list?search=', typed)).map((one) => (one as CoeView).coe_name)]).toEqual([
      typed,
      ['University College Hospital, Ibadan'],
    ])
  const pages: string[] = []
  let after = ''
  for (let round = 0; round < 50; round += 1) {
    const { data, next } = (await admin.get(`/api/coes/list?limit=1${after}`)).json<{
      data: { data: CoeView[]; next: string | null }
    }>().data
    pages.push(...data.map(({ coe_name: one }) => one))
    if (next === null) break
    after = `&after=${next}`
  }
  const whole = (await listed('/api/coes/list?limit=1000&sort=', 'coe_name')) as CoeView[]
  expect(pages).toEqual(whole.map(({ coe_name: one }) => one))
})
