import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseCodes } from '#api/raise-codes.ts'
import { createMemoryCodes } from '#commands/codes.ts'
import { MatchingPreview } from '#api/money/contracts/matching.ts'
import { HospitalSummary, PaymentDetail, PaymentRow, StepOutcomes } from '#api/money/contracts/payment.ts'
import { reportPage, ReportTotals } from '#api/contracts/report.ts'
import { TransactionDetail, TransactionRow } from '#api/money/contracts/transaction.ts'
import { parseNaira } from '#domain/kernel/money.ts'
import {
  type Bill,
  bodyOf,
  type CHAIN_PEOPLE,
  type Colleague,
  giveBack,
  type Ministry,
  startMinistry,
  step,
} from './ministry.ts'
import { csvLines } from '#tests/support/csv-lines.ts'

let ministry: Ministry
let auditor: Colleague
let bills: readonly Bill[]
let beforePayments: number
beforeAll(async () => {
  ministry = await startMinistry()
  const made: Bill[] = []
  for (const quantity of [1, 2, 3, 4]) made.push(await ministry.billServices(quantity))
  made.push(await ministry.billServices(5, 2))
  bills = made
  beforePayments = await ministry.demo.context.eventLog.head()
  await step(ministry, 'FINANCE', bills.slice(0, 3))
  await step(ministry, 'NCCP', bills.slice(0, 2))
  await giveBack(await ministry.as('DHS'), bills.slice(0, 1), 'Not this one')
  auditor = await ministry.as('AUDITOR')
})
afterAll(() => ministry.end())

const payments = (query = '') => auditor.get(`/api/fanda/payment${query}`, reportPage(PaymentRow))
const summary = (query = '') => auditor.get(`/api/report/billing/summary/billings${query}`, HospitalSummary)
const consolidated = '/api/report/transactions/consolidated'

test('a payment shows what is in it, what left it, and its least far transaction', async () => {
  const { data } = await payments()
  expect(data.data).toMatchObject([
    {
      coe: { id: ministry.coeId, coe_name: expect.stringContaining('Ahmadu Bello') },
      status: 'payment initiated',
      is_splitted: false,
      transactions: 2,
      total: '75000.00',
      returned: 1,
      returned_total: '15000.00',
      paid: 0,
      initiated_by: 'Kabiru Musa',
      recommended_by: 'Halima Sule',
      approved_by: null,
    },
  ])
})

test('the payments report is filtered by hospital, status and day, and an unknown filter is refused', async () => {
  const { coeId, otherCoeId, today } = ministry
  expect((await payments(`?coe=${coeId}&status=payment%20initiated&start_date=${today}`)).data.data).toHaveLength(1)
  for (const query of [`?coe=${otherCoeId}`, '?status=permsec%20approved', '?end_date=2025-12-31'])
    expect((await payments(query)).data.data, query).toEqual([])
  expect((await auditor.send('GET', '/api/fanda/payment?hospital=x')).status).toBe(422)
})

test('a payment has a number, by which it and what is in it are found, in its CSV too', async () => {
  const [payment] = (await payments()).data.data
  const number = payment?.payment_number ?? ''
  expect(number).toMatch(/^PAY-\d{4}-\d{6}$/)
  expect((await payments(`?search=${number.toLowerCase()}`)).data.data).toHaveLength(1)
  expect((await payments('?search=PAY-2020-000001')).data.data).toEqual([])
  const found = await auditor.get(`${consolidated}?search=${number}&sort=total`, reportPage(TransactionRow))
  expect(found.data.data.map(({ transaction_id: reference, payment_number }) => [reference, payment_number])).toEqual(
    bills.slice(1, 3).map(({ reference }) => [reference, number]),
  )
  const csv = (await (await ministry.demo.as('AUDITOR')).get('/api/fanda/payment/csv')).body
  expect(csv).toContain(`${number},`)
  const { codes, db, log } = ministry.demo.context
  const other = createMemoryCodes()
  await raiseCodes({ db, codes: other, log })
  const year = Number(number.slice(4, 8))
  expect(await other.next('PAY', year)).toBe(await codes.next('PAY', year))
})

test('the payments report as of the past shows the past', async () => {
  expect((await payments(`?as_of_position=${beforePayments}`)).data.data).toEqual([])
  const initiated = (await payments(`?as_of_position=${beforePayments + 3}`)).data.data
  expect(initiated).toMatchObject([{ transactions: 3, returned: 0, recommended_by: null }])
})

test('the totals of the payments report are those of its rows, and its CSV has the same row', async () => {
  const { data } = await auditor.get('/api/fanda/payment/totals', ReportTotals)
  expect(data).toMatchObject({ total: 1, totals: { transactions: 2, total: '75000.00', returned_total: '15000.00' } })
  const { person } = auditor
  const caller = await ministry.demo.as(person.role)
  const lines = csvLines((await caller.get('/api/fanda/payment/csv')).body)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(
    'Payment,Hospital,Status,Waits for,Since,Total (NGN),Returned (NGN),Invoice,Period from,Period to,',
  )
  expect(lines[1]).toMatch(/,INITIATED,NCCP,[^,]+,75000.00,15000.00,/)
})

test('the summary per hospital adds up to the list of transactions, status by status', async () => {
  const { coeId, otherCoeId } = ministry
  const { data } = await summary()
  expect(data).toHaveLength(2)
  expect(data.find(({ coe_id: id }) => id === coeId)).toMatchObject({
    transactions: 4,
    total: '150000.00',
    by_status: {
      billed: { transactions: 1, total: '60000.00' },
      returned: { transactions: 1, total: '15000.00' },
      'payment initiated': { transactions: 1, total: '45000.00' },
      'payment recommended': { transactions: 1, total: '30000.00' },
    },
  })
  expect(data.find(({ coe_id: id }) => id === otherCoeId)).toMatchObject({
    transactions: 1,
    total: bills[4]?.total,
  })
  const list = await auditor.get(`${consolidated}/totals`, ReportTotals)
  const whole = data.reduce((sum, { total }) => sum + (parseNaira(total) ?? 0), 0)
  expect(parseNaira(String(list.data.totals['total']))).toBe(whole)
})

test('the summary is of one hospital, a category, a period and a moment when asked', async () => {
  const { coeId } = ministry
  expect((await summary(`?coe=${coeId}`)).data).toHaveLength(1)
  expect((await summary('?is_drug=1')).data).toEqual([])
  expect((await summary('?end_date=2025-12-31')).data).toEqual([])
  const past = (await summary(`?coe=${coeId}&as_of_position=${beforePayments}`)).data
  expect(past).toMatchObject([{ by_status: { billed: { transactions: 4, total: '150000.00' } } }])
})

test('the consolidated list shows the bills of all hospitals with who billed and where they stand', async () => {
  const page = await auditor.get(`${consolidated}?sort=total`, reportPage(TransactionRow))
  expect(page.data.data.map(({ transaction_id: reference }) => reference)).toEqual(
    bills.map(({ reference }) => reference),
  )
  expect(page.data.data.map(({ status }) => status)).toEqual([
    'returned',
    'payment recommended',
    'payment initiated',
    'billed',
    'billed',
  ])
  expect(page.data.data[0]).toMatchObject({
    payment_id: null,
    payment_initiated_on: null,
    biller: { name: 'Sani Abubakar' },
  })
})

test('a hospital that reads reports sees its own only', async () => {
  await ministry.transfer((await ministry.as('COE_STAFF', 2)).person, 'ANALYST')
  const person = await ministry.as('COE_STAFF', 2)
  const own = await person.get('/api/report/billing/summary/billings', HospitalSummary)
  expect(own.data.map(({ coe_id: id }) => id)).toEqual([ministry.otherCoeId])
  expect((await person.send('GET', `/api/report/billing/summary/billings?coe=${ministry.coeId}`)).status).toBe(404)
  expect((await person.get('/api/fanda/payment', reportPage(PaymentRow))).data.data).toEqual([])
  const [payment] = (await payments()).data.data
  expect((await person.send('GET', `/api/fanda/payment/${payment?.id ?? ''}`)).status).toBe(404)
})

test('what was returned and is initiated again is counted once, in the payment that it is in', async () => {
  await step(ministry, 'FINANCE', bills.slice(0, 1))
  const { data } = await auditor.get('/api/fanda/payment/totals', ReportTotals)
  expect(data).toMatchObject({
    total: 2,
    totals: { transactions: 3, total: '90000.00', returned: 1, returned_total: '15000.00' },
  })
  const all = await auditor.get(`${consolidated}/totals`, ReportTotals)
  const none = await auditor.get(`${consolidated}/totals?status=billed`, ReportTotals)
  const back = await auditor.get(`${consolidated}/totals?status=returned`, ReportTotals)
  expect(data.totals['transactions']).toBe(all.data.total - none.data.total - back.data.total)
})

test('a payment says whom it waits for and since when, in words on paper; a paid or returned one waits for nobody', async () => {
  const more = [await ministry.billServices(6), await ministry.billServices(7)]
  const of = async (reference: string | undefined) =>
    (await payments()).data.data.find(({ payment_number: number }) => number === reference)
  const reference = async (id: string) =>
    (await auditor.get(`/api/transactions/${id}`, TransactionDetail)).data.payment_number ?? undefined
  await step(ministry, 'FINANCE', more.slice(0, 1))
  const [paid, back] = [await reference(more[0]?.id ?? ''), more.slice(1)]
  const begun = await of(paid)
  expect(begun).toMatchObject({ waits_for: 'payment initiated', waits_since: begun?.initiated_on })
  await step(ministry, 'NCCP', more.slice(0, 1))
  const recommended = await of(paid)
  expect(recommended).toMatchObject({ waits_for: 'payment recommended', waits_since: recommended?.recommended_at })
  const csv = (await (await ministry.demo.as('AUDITOR')).get('/api/fanda/payment/csv?sort=-initiated_on')).body
  expect(csvLines(csv)[1]).toContain(',RECOMMENDED,DHS,')
  for (const role of ['DHS', 'DFA', 'PERMSEC'] as const) await step(ministry, role, more.slice(0, 1))
  expect(await of(paid)).toMatchObject({ is_splitted: true, waits_for: null, waits_since: null })
  await step(ministry, 'FINANCE', back)
  const returned = await reference(back[0]?.id ?? '')
  await giveBack(await ministry.as('NCCP'), back, 'Not this one')
  expect(await of(returned)).toMatchObject({ status: 'returned', waits_for: null, waits_since: null })
})

test('a payment and its next step say where the hospital is paid, what of that is newer than the payment, and what waits', async () => {
  const { coeId, demo } = ministry
  const bill = [await ministry.billServices(8)]
  const [giver, confirmer] = [await demo.as('SUPER_ADMIN'), await demo.as('SUPER_ADMIN', 2)]
  const bank = {
    ...{ bank_name: 'Wema Bank', bank_account_name: 'ABUTH', bank_account_number: '0122067715' },
    ...{ bank_sort_code: '035190127' },
  }
  const give = async (number: string) => {
    await giver.post(`/api/coes/${coeId}/bank`, { ...bank, bank_account_number: number })
    return giver.get(`/api/coes/${coeId}`).then((answer) => answer.json().data.bank_proposal.id)
  }
  const confirm = async (number: string) => {
    const proposal = await give(number)
    expect((await confirmer.post(`/api/coes/${coeId}/bank/confirm`, { proposal })).statusCode).toBe(200)
  }
  const asked = async (role: (typeof CHAIN_PEOPLE)[number], act: string) => {
    const person = await ministry.as(role)
    const body = { ...bodyOf(ministry, bill), step: act }
    return (await person.post('/api/fanda/payment/preview', StepOutcomes, body)).data.paid_at
  }
  const none = { coe_id: coeId, coe_name: expect.stringContaining('Ahmadu Bello'), is_changing: false, is_newer: false }
  expect(await asked('FINANCE', 'initiate')).toEqual([{ ...none, bank: null }])
  await confirm('0122067715')
  const confirmed = {
    ...{ ...none, is_newer: false },
    bank: { ...bank, bank_confirmed_by: 'Wale Akindele', bank_confirmed_at: expect.any(String) },
  }
  expect(await asked('FINANCE', 'initiate')).toEqual([confirmed])
  await step(ministry, 'FINANCE', bill)
  const id = (await payments('?sort=-initiated_on')).data.data[0]?.id ?? ''
  const shown = async (by: Colleague) => (await by.get(`/api/fanda/payment/${id}`, PaymentDetail)).data.paid_at
  expect(await shown(auditor)).toEqual(confirmed)
  expect(await asked('NCCP', 'recommend')).toEqual([confirmed])
  const masked = { ...confirmed, bank: { ...confirmed.bank, bank_account_number: '••••••7715' } }
  expect(await shown(await ministry.as('ANALYST'))).toEqual(masked)
  const proposal = await give('0999999999')
  expect(await shown(auditor)).toEqual({ ...confirmed, is_changing: true })
  expect(await asked('NCCP', 'recommend')).toEqual([{ ...confirmed, is_changing: true }])
  expect((await confirmer.post(`/api/coes/${coeId}/bank/confirm`, { proposal })).statusCode).toBe(200)
  const newer = { ...confirmed, is_newer: true, bank: { ...confirmed.bank, bank_account_number: '0999999999' } }
  expect(await shown(auditor)).toEqual(newer)
  expect(await asked('NCCP', 'recommend')).toEqual([newer])
  const matching = await (
    await ministry.as('NCCP')
  ).post('/api/fanda/payment/matching/preview', MatchingPreview, {
    ...{ step: 'recommend', filter: { search: bill[0]?.reference } },
  })
  expect(matching.data.paid_at).toEqual([newer])
})
