import { createHash } from 'node:crypto'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#commands/ids.ts'
import { ExportManifest, Exports, reportPage } from '#api/contracts/report.ts'
import { findManifest, saveManifest } from '#api/report/manifests.ts'
import { TransactionRow } from '#api/money/contracts/transaction.ts'
import { parseNaira } from '#domain/kernel/money.ts'
import { statusOf } from '#web/ui/status.tsx'
import { type Answer, type Caller } from '#tests/support/demo-app.ts'
import { type Bill, type Ministry, startMinistry, step } from '#tests/api/money/payments/ministry.ts'

const LIST = '/api/v2/transactions'
let ministry: Ministry
let auditor: Caller
let first: Bill
beforeAll(async () => {
  ministry = await startMinistry()
  first = await ministry.billServices(1)
  await ministry.billDrugs(3)
  await ministry.billServices(2, 2)
  auditor = await ministry.demo.as('AUDITOR')
})
afterAll(() => ministry.end())

const csvOf = async (url: string, by = auditor): Promise<Answer> => {
  const answer = await by.get(url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}
const table = (body: string): readonly (readonly string[])[] =>
  Papa.parse<string[]>(body.replace(/^\ufeff/, '').trim(), { delimiter: ',', newline: '\r\n' }).data
const manifestOf = async (answer: Answer) =>
  ExportManifest.parse((await auditor.get(`/api/exports/${String(answer.headers['x-export-id'])}`)).json()).data
const sha256 = (body: string): string => createHash('sha256').update(body).digest('hex')

test('the CSV has the rows of the screen, in its order, under its columns', async () => {
  const [heading, ...lines] = table((await csvOf(`${LIST}/csv?sort=-total&coe=${ministry.coeId}`)).body)
  expect(heading).toEqual([
    ...['Transaction ID', 'Patient CHF ID', 'Drug or service', 'Quantity', 'Total (NGN)', 'Status'],
    ...['Hospital', 'Date', 'Biller', 'Type', 'Description', 'Payment', 'Invoice', 'Reversed (NGN)'],
  ])
  const page = (await auditor.get(`${LIST}?sort=-total&coe=${ministry.coeId}`)).json<unknown>()
  const rows = reportPage(TransactionRow).parse(page).data.data
  const lagos = (instant: string): string => {
    const [day = '', time = ''] = new Date(Date.parse(instant) + 3_600_000).toISOString().split('T')
    return `${day.split('-').map(Number).toReversed().join('-')} ${time.slice(0, 5)}`
  }
  expect(lines).toEqual(
    rows.map((row) => [
      ...[row.transaction_id, row.user.patient.chf_id, row.item, String(row.quantity), row.total],
      ...[statusOf(row.status).label],
      ...[row.coe.coe_name, lagos(row.created_at), row.biller.name, row.type, row.description ?? ''],
      ...[row.payment_number ?? '', row.invoice_number ?? ''],
      row.reversed,
    ]),
  )
  expect(lines).toHaveLength(2)
})

test('the billing histories export the columns of their own screens', async () => {
  const [heading] = table((await csvOf(`/api/coes/${ministry.coeId}/billings/csv`)).body)
  expect(heading?.slice(0, 10)).toEqual([
    ...['Transaction ID', 'Product', 'Total cost (NGN)', 'Status', 'Date', 'Attendant staff'],
    ...['Hospital share (NGN)', 'Bank share (NGN)', 'Manufacturer/distributor share (NGN)', 'EMGE share (NGN)'],
  ])
  const { person } = await ministry.demo.as('PATIENT')
  const [patients, ...lines] = table((await csvOf(`/api/patients/billing_history/${person.userId}/csv`)).body)
  expect(patients).toEqual([
    ...['Transaction ID', 'Drug or service', 'Total cost (NGN)', 'Status', 'Date', 'Hospital', 'Services'],
    ...['Physician', 'Payment', 'Invoice', 'Reversed (NGN)'],
  ])
  expect(lines).toHaveLength(2)
})

test('the manifest says what the file is: rows, control totals, SHA-256, and the position it is of', async () => {
  const answer = await csvOf(`${LIST}/csv?is_drug=0`)
  const lines = table(answer.body).slice(1)
  const manifest = await manifestOf(answer)
  expect(manifest).toMatchObject({
    report: 'transactions',
    rows: lines.length,
    sha256: sha256(answer.body),
    bytes: Buffer.byteLength(answer.body),
    position: await ministry.demo.context.eventLog.head(),
    exported_by: auditor.person.userId,
  })
  const summed = lines.reduce((sum, line) => sum + (parseNaira(line[4] ?? '') ?? 0), 0)
  expect(parseNaira(String(manifest.totals['total']))).toBe(summed)
})

test('run again from its manifest an export gives the same bytes, whatever has happened since', async () => {
  const before = await csvOf(`${LIST}/csv`)
  const { url } = await manifestOf(before)
  await ministry.billServices(5)
  await step(ministry, 'FINANCE', [first])
  await renameBiller('Musa')
  const now = await csvOf(`${LIST}/csv`)
  expect(now.body).not.toBe(before.body)
  expect(now.body).toContain('Musa Abubakar')
  const again = await csvOf(url)
  expect(again.body).toBe(before.body)
  const manifest = await manifestOf(again)
  expect(manifest.sha256).toBe(sha256(before.body))
  expect(manifest.url).toBe(url)
})

test('a file begins with a byte order mark and its lines end with CRLF, as Excel wants it', async () => {
  const { rawPayload, headers } = await csvOf(`${LIST}/csv`)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  const text = rawPayload.toString()
  expect(text.match(/(?<!\r)\n/g)).toBeNull()
  expect(text.endsWith('\r\n')).toBe(true)
})

test('dates stand in ISO 8601 beside those of the spec where that was asked for, again from the manifest too', async () => {
  const plain = table((await csvOf(`${LIST}/csv`)).body)
  const asked = await csvOf(`${LIST}/csv?iso_dates=1`)
  const [heading = [], ...lines] = table(asked.body)
  const at = heading.indexOf('Date')
  expect(heading[at + 1]).toBe('Date (ISO)')
  expect([heading, ...lines].map((cells) => cells.toSpliced(at + 1, 1))).toEqual(plain)
  for (const cells of lines) {
    const [, day = '', month = '', year = '', time = ''] = /^(\d+)-(\d+)-(\d+) (.+)$/.exec(cells[at] ?? '') ?? []
    expect(cells[at + 1]?.slice(0, 16)).toBe(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')} ${time}`)
  }
  const { url } = await manifestOf(asked)
  expect((await csvOf(url)).body).toBe(asked.body)
})

test('a file that is written differently by now is refused with the reason, never given in other bytes', async () => {
  const answer = await csvOf(`${LIST}/csv`)
  const { url } = await manifestOf(answer)
  const layout = new URL(url, 'http://localhost').searchParams.get('layout') ?? ''
  const older = await auditor.get(url.replace(layout, 'abcdef012345'))
  expect([older.statusCode, older.json()]).toEqual([
    410,
    { message: expect.stringContaining('cannot be made again byte for byte') as string },
  ])
  // Of a manifest from before addresses had a layout.
  const { pool, sealedTexts: texts, rowMacs: macs } = ministry.demo.context
  const id = String(answer.headers['x-export-id'])
  const kept = (await findManifest(pool, { texts, macs }, id))?.manifest
  if (kept === undefined) throw new Error('The manifest is not there')
  const before = newId(Date.now())
  const { client, release } = await ministry.demo.context.exports.connect('test', new AbortController().signal)
  await saveManifest(client, { texts, macs }, { ...kept, id: before, url: kept.url.replace(`&layout=${layout}`, '') })
  release()
  const told = ExportManifest.parse((await auditor.get(`/api/exports/${before}`)).json()).data
  expect((await auditor.get(told.url)).statusCode).toBe(410)
})

test('an export while bills arrive is of one moment: its rows are those of its position', async () => {
  const [answer] = await Promise.all([csvOf(`${LIST}/csv`), ministry.billServices(1), ministry.billServices(1, 2)])
  const { url, sha256: hash } = await manifestOf(answer)
  expect(hash).toBe(sha256((await csvOf(url)).body))
})

test('what an export of a hospital’s own person covers is written into its manifest', async () => {
  const admin = await ministry.demo.as('COE_ADMIN')
  const { person } = await ministry.demo.as('PATIENT')
  const answer = await csvOf(`/api/patients/billing_history/${person.userId}/csv`, admin)
  const { url } = await manifestOf(answer)
  expect(new URL(url, 'http://localhost').searchParams.get('coe')).toBe(ministry.coeId)
  expect((await csvOf(url)).body).toBe(answer.body)
})

test('a cell that a spreadsheet would run is made harmless', async () => {
  await renameBiller('=cmd|calc')
  await ministry.billServices(1)
  const [, newest] = table((await csvOf(`${LIST}/csv`)).body)
  expect(newest?.[8]).toBe("'=cmd|calc Abubakar")
})

test('as of a past position a list shows what was there then', async () => {
  const position = await ministry.demo.context.eventLog.head()
  const before = (await auditor.get(LIST)).json<{ data: { data: object[] } }>().data.data
  await ministry.billServices(1)
  const past = (await auditor.get(`${LIST}?as_of_position=${position}`)).json<{ data: object }>().data
  const pages = { current_page: 1, last_page: 1, per_page: 50, total: before.length }
  expect(past).toEqual({ data: before, next: null, ...pages, as_of_position: position })
  const today = `${LIST}/totals?as_of=${ministry.today}`
  expect((await auditor.get(today)).json()).toEqual((await auditor.get(`${LIST}/totals`)).json())
  const early = (await auditor.get(`${LIST}/totals?as_of=2020-01-01`)).json<{ data: { total: number } }>()
  expect(early.data.total).toBe(0)
})

test.each([
  ['as_of_position=999999999', 'as_of_position'],
  ['as_of=2999-01-01', 'as_of'],
  ['as_of=2026-01-01&as_of_position=1', 'as_of'],
])('a past that cannot be answered (%s) is refused, on the page, the totals and the CSV', async (query, field) => {
  for (const part of ['', '/totals', '/csv']) {
    const answer = await auditor.get(`${LIST}${part}?${query}`)
    expect(answer.statusCode, part).toBe(422)
    expect(Object.keys(answer.json<{ errors: object }>().errors), part).toEqual([field])
  }
})

test('a manifest is for who made the export and for auditors', async () => {
  const analyst = await ministry.demo.as('ANALYST')
  const answer = await csvOf(`${LIST}/csv`, analyst)
  const url = `/api/exports/${String(answer.headers['x-export-id'])}`
  const statusOf = async (by: Caller) => (await by.get(url)).statusCode
  expect([await statusOf(analyst), await statusOf(auditor)]).toEqual([200, 200])
  expect(await statusOf(await ministry.demo.as('FINANCE'))).toBe(404)
})

test('exports are listed, the newest first: auditors read all, others their own, and each runs again to the same bytes', async () => {
  const analyst = await ministry.demo.as('ANALYST', 2)
  const listed = async (by: Caller, query = '') => Exports.parse((await by.get(`/api/exports${query}`)).json()).data
  expect(await listed(analyst)).toEqual({ data: [], next: null })
  const saved = [await csvOf(`${LIST}/csv?search=${first.reference}`, analyst), await csvOf(`${LIST}/csv`, analyst)]
  const ids = saved.map(({ headers }) => String(headers['x-export-id'])).toReversed()
  const own = (await listed(analyst)).data
  expect(own.map(({ id, exported_by: by }) => [id, by])).toEqual(ids.map((id) => [id, 'Deji Fashola']))
  expect(own[1]?.manifest).toMatchObject({
    rows: 1,
    sha256: sha256(saved[0]?.body ?? ''),
    totals: { total: first.total },
  })
  expect((await csvOf(own[1]?.manifest?.url ?? '', analyst)).body).toBe(saved[0]?.body)
  const page = await listed(auditor, '?limit=1')
  expect(page.next).toBe(page.data[0]?.id)
  const rest = await listed(auditor, `?after=${page.next ?? ''}`)
  expect(rest.data.map(({ id }) => id)).toEqual(expect.arrayContaining(ids.slice(1)))
  expect(new Set((await listed(auditor)).data.map(({ exported_by: by }) => by)).size).toBeGreaterThan(1)
})

/** The person who bills for the first hospital takes another first name. */
async function renameBiller(first: string): Promise<void> {
  const staff = await ministry.demo.as('COE_STAFF')
  const profile = { last_name: 'Abubakar', other_names: '', date_of_birth: '1971-05-04', gender: 'male' }
  const saved = await staff.put('/api/profile', { ...profile, first_name: first, phone_number: '08035551234' })
  expect(saved.statusCode).toBe(200)
}
