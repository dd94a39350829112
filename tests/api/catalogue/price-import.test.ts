import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportLine, PriceImportPreview } from '#api/catalogue/contracts/price-import.ts'
import type { ServiceDetail } from '#api/catalogue/contracts/service.ts'
import { referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import { refusal } from '#tests/api/money/billing/hospital.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
let admin: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  admin = await demo.as('SUPER_ADMIN')
})
afterAll(() => demo.end())

const URL = '/api/services/import'
const NEXT_YEAR = new Date().getUTCFullYear() + 1
const HEAD = 'Service code,Service,Category code,Hospital code,From,Price'
const fileOf = (...lines: string[]) => [HEAD, ...lines].join('\r\n')
const look = async (csv: string, by = admin) =>
  (await by.post(`${URL}/preview`, { csv })).json<{ data: PriceImportPreview }>().data
const told = ({ row, outcome, what, from, to }: ImportLine) => [row, outcome, what, from, to]
const detailOf = async (code: string) =>
  (await admin.get(`/api/services/${referenceServiceId(code)}`)).json<{ data: ServiceDetail }>().data

test('what is exported changes nothing when it is imported again, also with semicolons, a byte order mark and quotes', async () => {
  const { body } = await admin.get('/api/services/prices/csv')
  const { counts, lines } = await look(body)
  expect(counts).toEqual({ new: 0, changed: 0, unchanged: body.trim().split('\r\n').length - 1, refused: 0 })
  expect(lines.every(({ outcome }) => outcome === 'unchanged')).toBe(true)
  const semicolons = `\ufeffService code;Price\n"RT01";"120,000.00"\n\n;\nRT02;38000`
  expect((await look(semicolons)).counts).toMatchObject({ unchanged: 2, refused: 0 })
  const file = { csv: body, preview: (await look(body)).preview }
  expect(refusal(await admin.post(URL, file))).toMatchObject({ status: 422, fields: ['csv'] })
})

test('a price list shows what it would change, does that and nothing else, and the same request again does nothing more', async () => {
  const csv = fileOf(
    'RT06,,,,,1000.00',
    `RT06,,,UCH,1-6-${NEXT_YEAR},"1,250.50"`,
    'NEWX,New scan,IMAG,,,7000',
    'NEWX,,,uch,,7100.5',
    'RT07,Renamed fraction,,,,1',
  )
  const seen = await look(csv)
  const hospital = 'University College Hospital, Ibadan'
  const [before6, before7] = [await detailOf('RT06'), await detailOf('RT07')]
  const naira = (text: string) => `NGN ${Number(text).toLocaleString('en', { minimumFractionDigits: 2 })}`
  expect(seen.lines.map(told)).toEqual([
    [
      2,
      'changed',
      'Price',
      `${before6.service_name}, ${naira(before6.price)}`,
      `${before6.service_name}, NGN 1,000.00`,
    ],
    [3, 'new', `Price of ${hospital} from 1-6-${NEXT_YEAR} on`, null, 'NGN 1,250.50'],
    [4, 'new', 'Service', null, 'New scan in IMAG, NGN 7,000.00'],
    [5, 'new', `Price of ${hospital}`, null, 'NGN 7,100.50'],
    [6, 'changed', 'Price', `${before7.service_name}, ${naira(before7.price)}`, 'Renamed fraction, NGN 1.00'],
  ])
  expect(await detailOf('RT06')).toMatchObject({ price: before6.price, planned_prices: [] })
  const key = 'import-once'
  const done = await admin.post(URL, { csv, preview: seen.preview }, key)
  expect(done.json()).toMatchObject({
    message: 'The price list has been imported',
    data: { services: 3, refused: [], caught_up: true },
  })
  const after = await detailOf('RT06')
  expect(after).toMatchObject({ price: '1000.00', planned_prices: [{ from: `${NEXT_YEAR}-06-01`, price: '1250.50' }] })
  expect(await detailOf('RT07')).toMatchObject({ service_name: 'Renamed fraction', price: '1.00' })
  const head = await demo.context.log.head()
  expect((await admin.post(URL, { csv, preview: seen.preview }, key)).statusCode).toBe(200)
  expect(await demo.context.log.head()).toBe(head)
  expect((await look(csv)).counts).toEqual({ new: 0, changed: 0, unchanged: 5, refused: 0 })
})

test('what was looked at and has changed since is not imported at all', async () => {
  const csv = fileOf('CA01,,,,,2000', 'CA02,,,,,2000')
  const { preview } = await look(csv)
  const change = { service_name: 'Changed meanwhile', service_code: 'CA02', price: '5.00', service_category_id: 8 }
  expect((await admin.put(`/api/services/${referenceServiceId('CA02')}`, change)).statusCode).toBe(200)
  const head = await demo.context.log.head()
  expect(refusal(await admin.post(URL, { csv, preview }))).toMatchObject({
    status: 409,
    message: 'The services changed since you looked. Nothing was imported. Check the file again.',
  })
  expect(await demo.context.log.head()).toBe(head)
  const [one, other] = [await look(csv), await look(fileOf('CA03,,,,,2000'))]
  expect(refusal(await admin.post(URL, { csv, preview: other.preview })).status).toBe(409)
  const answers = await Promise.all([1, 2].map(() => admin.post(URL, { csv, preview: one.preview })))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toContain(200)
  expect((await detailOf('CA01')).history.filter(({ what }) => what.includes('NGN 2,000.00'))).toHaveLength(1)
})

test('a line that cannot be is refused with its row and why, and leaves the others', async () => {
  const cases: [string, string][] = [
    [',,,,,10', 'The service code is missing'],
    ['TOOLONG,,,,,10', 'Use a service code of up to 5 characters without blanks'],
    ['RT01,,,,,', 'The price is missing'],
    ['RT01,,,,,10.001', 'Write the price in naira with up to two decimals, like 1250.00'],
    ['RT01,,,,,-5', 'The price must be above 0.00'],
    ['RT01,,,,,0', 'The price must be above 0.00'],
    ['RT01,,,,,100000000000.01', 'The price is too large'],
    ['RT01,,,NOPE,,10', 'No hospital has this code'],
    ['RT01,,,,30-2-2027,10', 'Write the day as d-m-yyyy, like 31-1-2026'],
    ['RT01,,,,1-1-2020,10', 'A planned price must start tomorrow or later. Leave From empty to start now.'],
    ['RT01,,,,1-1-2199,10', 'A price can be planned up to 5 years ahead'],
    ['RT01,,NOPE,,,10', 'No category has this code'],
    ['RT01,,IMAG,,,10', 'The service is in another category. Use Edit to move it.'],
    [
      'RT01,Another name,,UCH,,10',
      'The service is called CT simulation and planning, but its own line has another name',
    ],
    ['NOPE,,,,,10', 'No service has this code. A new service needs a name.'],
    ['NOPE,A name,,,,10', 'No service has this code. A new service needs a category.'],
    ['NOPE,A name,DRUG,,,10', 'The drug category cannot be deleted or given services'],
    ['NOPE,A name,IMAG,UCH,,10', 'No service has this code, and no line adds one'],
    ['RT01,"=1+1",,,,10', 'It has a formula instead of a value'],
    ['RT01,,,,,1,000.00', 'It has more cells than there are columns'],
  ]
  for (const [line, why] of cases) {
    const { lines, counts } = await look(fileOf('RT02,,,,,38000', line))
    expect([line, ...lines.map(told)]).toEqual([
      line,
      [2, 'unchanged', 'Price', expect.any(String), expect.any(String)],
      [3, 'refused', why, null, null],
    ])
    expect(counts).toMatchObject({ refused: 1, unchanged: 1 })
  }
  const twice = await look(fileOf('RT02,,,,,38000', 'rt02,,,,,39000'))
  expect(twice.lines.map(({ outcome, what }) => [outcome, what])[1]).toEqual([
    'refused',
    'Another line has the same service, hospital and day',
  ])
})

test('a file that is none is refused whole, and so is who may not', async () => {
  const cases: [string, RegExp][] = [
    ['', /The file is empty/],
    [HEAD, /no lines below its headings/],
    ['Service code,Prise\nRT01,1', /There is no column "Prise"/],
    ['Service code,Price,Price\nRT01,1,2', /The column Price appears twice/],
    ['Service code\nRT01', /The column Price is missing/],
    [`${HEAD}\r\n"RT01,,,,,1`, /a quotation mark is not closed/],
    [`${HEAD}\nRT01\0,,,,,1`, /cannot be stored/],
    [[HEAD, ...Array.from({ length: 2_001 }, () => 'RT01,,,,,1')].join('\n'), /At most 2,000 lines/],
    ['x'.repeat(200_001), /At most 200000 characters/],
  ]
  for (const [csv, message] of cases) {
    const said = refusal(await admin.post(`${URL}/preview`, { csv }))
    expect([said.status, said.fields]).toEqual([422, ['csv']])
    expect(said.message).toMatch(message)
  }
  const staff = await demo.as('COE_STAFF')
  expect((await staff.post(`${URL}/preview`, { csv: fileOf('RT01,,,,,1') })).statusCode).toBe(403)
  expect((await staff.post(URL, { csv: fileOf('RT01,,,,,1'), preview: '0'.repeat(64) })).statusCode).toBe(403)
})
