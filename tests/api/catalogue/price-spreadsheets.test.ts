import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PriceImportPreview } from '#api/catalogue/contracts/price-import.ts'
import { spreadsheetForms } from '#api/catalogue/price-import/spreadsheet-codes.ts'
import { refusal } from '#tests/api/money/billing/hospital.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

const URL = '/api/services/import'
const HEAD = 'Service code,Service,Category code,Hospital code,From,Price (NGN)'
let demo: DemoApp
let admin: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  admin = await demo.as('SUPER_ADMIN')
})
afterAll(() => demo.end())

const look = async (csv: string, comma?: string) => admin.post(`${URL}/preview`, { csv, comma })
const linesOf = async (csv: string, comma?: string) =>
  (await look(csv, comma)).json<{ data: PriceImportPreview }>().data.lines

test.each([
  ['00012', ['12', '1E+01', '1.2E+01', '1.20E+01']],
  ['1E5', ['100000', '1E+05', '1.0E+05', '1.00E+05']],
  ['MAR1', ['1-Mar', '01-Mar', 'Mar-01']],
  ['1JUNE', ['1-Jun', '01-Jun', 'Jun-01']],
  ['1-2', ['1-Feb', '01-Feb', 'Feb-01', '2-Jan', '02-Jan', 'Jan-02']],
  ['RT01', []],
  ['12', ['1E+01', '1.2E+01', '1.20E+01']],
])('a spreadsheet may make of the code %s: %s', (code, forms) => expect(spreadsheetForms(code)).toEqual(forms))

test('a code that a spreadsheet changed is recognised, and what it was is said', async () => {
  for (const code of ['00012', '1E5', 'MAR1']) {
    const csv = [HEAD, `${code},Service ${code},IMAG,,,5000`].join('\n')
    const { preview } = (await look(csv)).json<{ data: PriceImportPreview }>().data
    expect((await admin.post(URL, { csv, preview })).statusCode).toBe(200)
  }
  const told = 'Format the column as text and write the code again'
  for (const [changed, code] of [
    ['12', '00012'],
    ['1.00E+05', '1E5'],
    ['100000', '1E5'],
    ['1-Mar', 'MAR1'],
    ['01-mar', 'MAR1'],
    ['Mar-01', 'MAR1'],
  ] as const) {
    const [line] = await linesOf(`${HEAD}\n${changed},A name,IMAG,,,5000`)
    expect(line).toMatchObject({
      outcome: 'refused',
      what: `A spreadsheet has changed the code to ${changed}. It was ${code}. ${told}`,
    })
  }
  const [date, hospital] = await linesOf(`${HEAD}\n4-Apr,A name,IMAG,,,5000\nRT01,,,1.00E+03,,5000`)
  expect(date?.what).toBe(`A spreadsheet has changed the code to 4-Apr. ${told}`)
  expect(hospital?.what).toBe(`A spreadsheet has changed the code to 1.00E+03. ${told}`)
})

test('125,500 in a file of semicolons or tabs is asked about, and read as it is answered', async () => {
  for (const cell of [';', '\t']) {
    const csv = [`Service code${cell}Price (NGN)`, `RT01${cell}120,000.00`, `RT02${cell}125,500`].join('\r\n')
    expect(refusal(await look(csv))).toMatchObject({
      ...{ status: 422, fields: ['comma'] },
      message: 'Row 3: what does the comma in 125,500 mean? Thousands: NGN 125,500.00. Decimals: NGN 125.50',
    })
    expect((await linesOf(csv, 'thousands'))[1]?.to).toMatch(/, NGN 125,500.00$/)
    expect((await linesOf(csv, 'decimals')).map(({ to }) => to?.split(', ').at(-1))).toEqual([
      'NGN 120,000.00',
      'NGN 125.50',
    ])
  }
  const [decimals] = await linesOf('Service code;Price\nRT01;1250,5', 'decimals')
  expect(decimals?.to).toMatch(/, NGN 1,250.50$/)
  // With commas between the cells a comma in one is no decimal point.
  expect((await linesOf(`${HEAD}\nRT01,,,,,"125,500"`))[0]?.to).toMatch(/, NGN 125,500.00$/)
  const csv = 'Service code;Price\nRT01;125,500'
  const { preview } = (await look(csv, 'decimals')).json<{ data: PriceImportPreview }>().data
  expect((await admin.post(URL, { csv, preview, comma: 'thousands' })).statusCode).toBe(409)
})

test('a first line sep=; is met with what helps', async () => {
  expect(refusal(await look('sep=;\r\nService code;Price\r\nRT01;1'))).toMatchObject({
    ...{ status: 422, fields: ['csv'] },
    message: 'Delete the first line, sep=;, and choose the file again. No such line is needed',
  })
})

test('a price that changes by more than half stands out with its percentage', async () => {
  const changes = await linesOf(
    [HEAD, 'RT01,,,,,180000', 'RT02,,,,,57001', 'RT03,,,,,1', 'RT04,,,UCH,,1000000', 'NEWP,New,IMAG,,,9'].join('\n'),
  )
  const { to, ...first } = changes[0] ?? {}
  expect([to, first]).toEqual([expect.stringContaining('180,000.00'), expect.objectContaining({ change: null })])
  expect(changes.map(({ change }) => change)).toEqual([
    null,
    '+50 %',
    '-100 %',
    expect.stringMatching(/^\+[\d,]+ %$/),
    null,
  ])
})
