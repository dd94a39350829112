import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CoeList } from '#api/catalogue/contracts/coe.ts'
import { reportPage, ReportTotals } from '#api/contracts/report.ts'
import { HospitalSummary } from '#api/money/contracts/payment.ts'
import { BilledPatient, TransactionRow } from '#api/money/contracts/transaction.ts'
import { parseNaira } from '#domain/kernel/money.ts'
import { personOf } from '#tests/support/demo-app.ts'
import { type Bill, type Colleague, type Ministry, startMinistry, step } from '#tests/api/money/payments/ministry.ts'

const Page = reportPage(TransactionRow)
let ministry: Ministry
let auditor: Colleague
let bills: readonly Bill[]
let drugBill: Bill
let elsewhere: Bill
beforeAll(async () => {
  ministry = await startMinistry()
  const made: Bill[] = []
  for (const quantity of [1, 2, 3]) made.push(await ministry.billServices(quantity))
  drugBill = await ministry.billDrugs(2)
  elsewhere = await ministry.billServices(4, 2)
  bills = made
  await step(ministry, 'FINANCE', made.slice(0, 1))
  auditor = await ministry.as('AUDITOR')
})
afterAll(() => ministry.end())

const rowsOf = async (path: string, by = auditor): Promise<readonly TransactionRow[]> =>
  (await by.get(path, Page)).data.data
const idsOf = async (path: string, by = auditor): Promise<readonly string[]> =>
  (await rowsOf(path, by)).map(({ id }) => id).toSorted()
const sorted = (...some: readonly Bill[]): readonly string[] => some.map(({ id }) => id).toSorted()
const chfId = async (): Promise<string> => (await rowsOf('/api/v2/transactions'))[1]?.user.patient.chf_id ?? ''

const LISTS = ['/api/v2/transactions', '/api/transactions'] as const
const everything = (): readonly Bill[] => [...bills, drugBill, elsewhere]

test.each(LISTS)('%s shows every bill of every hospital, the newest first', async (path) => {
  const rows = await rowsOf(path)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(sorted(...everything()))
  expect(rows[0]).toMatchObject({
    id: elsewhere.id,
    transaction_id: elsewhere.reference,
    coe: { id: ministry.otherCoeId, coe_name: expect.any(String) },
    quantity: 4,
    total: elsewhere.total,
    type: 'Hospital Service',
    status: 'billed',
    biller: { name: 'Folake Adeyemi', first_name: 'Folake', last_name: 'Adeyemi' },
  })
  expect(rows[1]).toMatchObject({ id: drugBill.id, type: 'Drug', biller: { name: 'Zainab Lawal' }, is_drug: true })
})

test('a list is filtered by hospital, kind, status, day, number and CHF id', async () => {
  const { coeId, otherCoeId, today } = ministry
  const list = (query: string) => idsOf(`/api/v2/transactions?${query}`)
  expect(await list(`coe=${otherCoeId}`)).toEqual([elsewhere.id])
  expect(await list('is_drug=1')).toEqual([drugBill.id])
  expect(await list('is_drug=0')).toEqual(sorted(...bills, elsewhere))
  expect(await list('status=payment%20initiated')).toEqual([bills[0]?.id])
  expect(await list(`startDate=${today}&endDate=${today}&coe=${coeId}`)).toEqual(sorted(...bills, drugBill))
  expect(await list('end_date=2020-01-01')).toEqual([])
  expect(await list('start_date=2199-01-01')).toEqual([])
  expect(await list(`search=${bills[1]?.reference.toLowerCase()}`)).toEqual([bills[1]?.id])
  expect(await list(`search=${await chfId()}`)).toEqual(sorted(...bills, drugBill))
  expect(await list('search=nobody')).toEqual([])
})

test('a list takes the spec’s own names, and says where its page stands in the whole', async () => {
  const { coeId } = ministry
  const history = `/api/coes/${coeId}/billings`
  const page = async (query: string) => (await auditor.get(`${history}?${query}`, Page)).data
  const whole = await page('per_page=10000&page=1&is_paginate=true')
  expect(whole).toMatchObject({ per_page: 1000, current_page: 1, last_page: 1, total: 4, next: null })
  const second = await page('per_page=3&page=2')
  expect(second).toMatchObject({ per_page: 3, current_page: 2, last_page: 2, total: 4, next: null })
  const first = await page('per_page=3&page=1')
  expect([...first.data, ...second.data]).toEqual(whole.data)
  expect(await page(`per_page=3&after=${first.next}`)).toMatchObject({
    data: second.data,
    current_page: null,
    total: 4,
  })
  expect(await page('limit=3')).toMatchObject({ current_page: 1, total: null, last_page: null })
  expect(await page('per_page=3&page=9')).toMatchObject({ data: [], current_page: 9, last_page: 2, total: 4 })
  expect(await page('is_paginate=0')).toMatchObject({ per_page: 1000, total: 4 })
  for (const wrong of ['page=11&per_page=10000', 'per_page=2&limit=3', `page=1&after=${first.next}`])
    expect((await auditor.send('GET', `${history}?${wrong}`)).status).toBe(422)
})

test('a hospital is meant by its CAP number as well, and by another one’s there is nothing', async () => {
  const list = await auditor.get('/api/coes', CoeList)
  const capIdOf = (coe: string) => list.data.find(({ id }) => id === coe)?.coe_id_cap
  const history = `/api/coes/${ministry.coeId}/billings?coe_cap_id=`
  expect(await idsOf(`${history}${capIdOf(ministry.coeId)}`)).toEqual(sorted(...bills, drugBill))
  expect((await auditor.send('GET', `${history}${capIdOf(ministry.otherCoeId)}`)).status).toBe(404)
})

test('coe=All is every hospital that the caller reaches, as when nothing is said', async () => {
  expect(await idsOf('/api/v2/transactions?coe=All')).toEqual(sorted(...everything()))
  const summary = async (query: string) =>
    await auditor.get(`/api/report/billing/summary/billings${query}`, HospitalSummary)
  expect((await summary('?coe=All')).data.length).toBe(2)
  expect(await summary('?coe=All')).toEqual(await summary(''))
})

test('a list is sorted by total and by number, both ways', async () => {
  const references = async (query: string) =>
    (await rowsOf(`/api/v2/transactions?${query}`)).map((row) => row.transaction_id)
  const byNumber = everything()
    .map(({ reference }) => reference)
    .toSorted()
  expect(await references('sort=transaction_id')).toEqual(byNumber)
  expect(await references('sort=-transaction_id')).toEqual(byNumber.toReversed())
  const totals = (await rowsOf('/api/v2/transactions?sort=total')).map(({ total }) => Number(total))
  expect(totals).toEqual(totals.toSorted((one, other) => one - other))
})

test.each([
  ['hospital=x', 'querystring'],
  ['sort=biller', 'sort'],
  ['status=paid', 'status'],
  ['start_date=1-2-2026', 'start_date'],
  ['limit=0', 'limit'],
])('a list that is asked for %s says what is wrong', async (query) => {
  expect((await auditor.send('GET', `/api/v2/transactions?${query}`)).status).toBe(422)
})

test.each(['after=nonsense', 'after=WyJ4IiwieSJd'])(
  'a page that no list gave (%s) is told so, by the field',
  async (query) => {
    expect((await auditor.send('GET', `/api/v2/transactions?${query}`)).status).toBe(422)
  },
)

test.each([
  ['created_at', ''],
  ['created_at', '-'],
  ['total', ''],
  ['transaction_id', '-'],
])('paging by %s (%s) meets every bill exactly once, also while new ones arrive', async (column, direction) => {
  const known = (await rowsOf('/api/v2/transactions?limit=1000')).map(({ id }) => id)
  const met: string[] = []
  let after = ''
  for (let page = 0; page < 50; page += 1) {
    const query = `limit=2&sort=${direction}${column}${after === '' ? '' : `&after=${after}`}`
    const { data } = await auditor.get(`/api/v2/transactions?${query}`, Page)
    met.push(...data.data.map(({ id }) => id))
    if (data.next === null) break
    after = data.next
    if (page < 2) await ministry.billServices(2)
  }
  expect(met).toEqual([...new Set(met)])
  expect(known.filter((id) => !met.includes(id))).toEqual([])
})

test('the totals are the sum of all rows, and what the ledger says hospitals are owed for', async () => {
  const { data } = await auditor.get('/api/v2/transactions/totals', ReportTotals)
  const rows = await rowsOf('/api/v2/transactions?limit=1000')
  const summed = rows.reduce((sum, { total }) => sum + (parseNaira(total) ?? 0), 0)
  expect(data.total).toBe(rows.length)
  expect(parseNaira(String(data.totals['total']))).toBe(summed)
  const { rows: ledger } = await ministry.demo.context.pool.query<{ billed: number }>(
    `select sum(amount)::bigint as billed from posting
      where account like 'payable:%' and amount > 0 and cause = 'WalletDebited'`,
  )
  expect(summed).toBe(ledger[0]?.billed)
})

test('the search by number wants one, and finds it', async () => {
  const empty = await auditor.send('GET', '/api/transaction/search?q=')
  expect(empty).toMatchObject({ status: 422, body: { errors: { q: ['You must enter a transaction ID to search'] } } })
  expect(await idsOf(`/api/transaction/search?q=${drugBill.reference}`)).toEqual([drugBill.id])
})

test("a hospital's billing history has the shares, which add up to each total once payment is initiated", async () => {
  const rows = await rowsOf(`/api/coes/${ministry.coeId}/billings?limit=1000`)
  expect(rows.every(({ coe }) => coe.id === ministry.coeId)).toBe(true)
  await step(ministry, 'FINANCE', [drugBill])
  const [drug] = await rowsOf(`/api/coes/${ministry.coeId}/billings?is_drug=1`)
  const shares = [drug?.coe_share, drug?.bank_share, drug?.manufacturer_share, drug?.emge_share]
  expect(shares.map((share) => Number(share)).every((share) => share > 0)).toBe(true)
  expect(shares.reduce((sum, share) => sum + (parseNaira(share ?? '') ?? 0), 0)).toBe(parseNaira(drugBill.total))
})

test('a patient’s billing history is found by id and by CHF id', async () => {
  const { userId } = personOf('PATIENT')
  const byId = await idsOf(`/api/patients/billing_history/${userId}?limit=1000`)
  expect(byId).toEqual(await idsOf(`/api/patients/billing_history/${await chfId()}?limit=1000`))
  expect(byId).toContain(drugBill.id)
  expect(byId).not.toContain(elsewhere.id)
})

test('a patient sees their own billing history and nobody else’s', async () => {
  const other = await ministry.as('PATIENT', 2)
  expect(await idsOf('/api/patients/billing_history', other)).toEqual([elsewhere.id])
  expect((await other.send('GET', `/api/patients/billing_history?coe=${ministry.coeId}`)).body).toMatchObject({
    data: { data: [] },
  })
  expect((await other.send('GET', `/api/patients/billing_history/${personOf('PATIENT').userId}`)).status).toBe(403)
})

test.each(['after=x', 'limit=5', 'sort=billed_at'])(
  'totals have no page and no order: ?%s is refused by name',
  async (asked) => {
    const refused = await ministry.demo.app.inject({
      url: `/api/v2/transactions/totals?${asked}`,
      headers: { authorization: `Bearer ${(await ministry.demo.as('AUDITOR')).token}` },
    })
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual([asked.split('=')[0]])
  },
)

test.each(['', '/totals', '/csv'])('people of a hospital reach its own lists only (%s)', async (part) => {
  const [own, other] = [await ministry.as('COE_ADMIN'), await ministry.as('COE_ADMIN', 2)]
  const statusOf = async (by: Colleague, path: string) => {
    const { token } = await ministry.demo.as(by.person.role, by === other ? 2 : undefined)
    const headers = { authorization: `Bearer ${token}` }
    return (await ministry.demo.app.inject({ url: path, headers })).statusCode
  }
  const paths = [`/api/coes/${ministry.coeId}/billings`, `/api/patients/billing_history/${personOf('PATIENT').userId}`]
  for (const path of paths) {
    expect(await statusOf(own, `${path}${part}`), path).toBe(200)
    expect(await statusOf(other, `${path}${part}`), path).toBe(404)
    expect(await statusOf(auditor, `${path}${part}`), path).toBe(200)
  }
  expect(await statusOf(own, `/api/v2/transactions${part}`)).toBe(403)
})

test('a hospital that does not exist has no billing history', async () => {
  expect((await auditor.send('GET', '/api/coes/nowhere/billings')).status).toBe(404)
  const whose = (id: string) => `/api/patients/billing_history/${id}/patient`
  const { userId } = personOf('PATIENT')
  expect((await auditor.get(whose(userId), BilledPatient)).data).toMatchObject({
    chf_id: expect.stringMatching(/^CHF-/),
    name: 'Ngozi Okonkwo',
  })
  const doctor = await ministry.as('DOCTOR', 2)
  expect((await doctor.send('GET', whose(userId))).status).toBe(404)
  expect((await auditor.send('GET', '/api/patients/billing_history/CHF-999999')).status).toBe(404)
})

test('nobody reads a list without signing in', async () => {
  for (const path of [...LISTS, '/api/transaction/search?q=x', `/api/coes/${ministry.coeId}/billings`]) {
    expect((await ministry.demo.app.inject({ url: path })).statusCode, path).toBe(401)
  }
  expect(
    z.object({ message: z.string() }).parse((await ministry.demo.app.inject({ url: LISTS[0] })).json()).message,
  ).toBe('Sign in first')
})
