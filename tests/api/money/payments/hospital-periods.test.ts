import { afterAll, beforeAll, expect, test } from 'vitest'
import { Done } from '#api/contracts/done.ts'
import { reportPage, ReportTotals } from '#api/contracts/report.ts'
import { HospitalPeriod, HospitalPeriodRow } from '#api/money/contracts/hospital-period.ts'
import { parseNaira } from '#domain/kernel/money.ts'
import { dayAfter } from '#scripts/demo/story/calendar.ts'
import { type Bill, CHAIN_PEOPLE, type Colleague, giveBack, type Ministry, startMinistry, step } from './ministry.ts'
import { csvLines } from '#tests/support/csv-lines.ts'

const PATH = '/api/report/payments/hospitals'

let ministry: Ministry
let auditor: Colleague
let bills: readonly Bill[]
let beforeReturn: number
beforeAll(async () => {
  ministry = await startMinistry()
  const made: Bill[] = []
  for (const quantity of [1, 2, 4]) made.push(await ministry.billServices(quantity))
  made.push(await ministry.billServices(1, 2))
  bills = made
  const [paid = [], sentBack = []] = [bills.slice(0, 1), bills.slice(1, 2)]
  await step(ministry, 'FINANCE', bills.slice(0, 2))
  beforeReturn = await ministry.demo.context.eventLog.head()
  await giveBack(await ministry.as('NCCP'), sentBack, 'Not this one')
  await step(ministry, 'FINANCE', sentBack)
  for (const role of CHAIN_PEOPLE.slice(1)) await step(ministry, role, paid)
  auditor = await ministry.as('AUDITOR')
})
afterAll(() => ministry.end())

const periods = async (query = '') => (await auditor.get(`${PATH}${query}`, reportPage(HospitalPeriodRow))).data.data
const totals = async (path: string) => (await auditor.get(path, ReportTotals)).data.totals
const one = (query = '') => auditor.get(`${PATH}/${ministry.coeId}${query}`, HospitalPeriod)
const kobo = (naira: unknown) => parseNaira(String(naira)) ?? Number.NaN

test('per hospital: what was billed, initiated, paid, returned and is still to pay; the most first', async () => {
  const { coeId, otherCoeId } = ministry
  expect(await periods()).toMatchObject([
    {
      ...{ coe_id: coeId, to_pay_before: '0.00', billed: '105000.00', paid: '15000.00', to_pay: '90000.00' },
      // The one that came back was initiated twice.
      ...{ initiated: '75000.00', returned: '30000.00', reversed: '0.00' },
      ...{ billed_count: 3, paid_count: 1, initiated_count: 3, returned_count: 1 },
    },
    { coe_id: otherCoeId, billed: bills[3]?.total, to_pay: bills[3]?.total, initiated: '0.00', paid: '0.00' },
  ])
  expect((await periods(`?coe=${otherCoeId}`)).map((row) => row.coe_id)).toEqual([otherCoeId])
})

test('what is to pay goes from one period into the next, and a period without anything to say is empty', async () => {
  const { coeId, today } = ministry
  const tomorrow = dayAfter(today, 1)
  expect((await periods(`?start_date=${tomorrow}`)).filter(({ coe_id: id }) => id === coeId)).toMatchObject([
    {
      to_pay_before: '90000.00',
      billed: '0.00',
      paid: '0.00',
      to_pay: '90000.00',
      initiated: '0.00',
      returned: '0.00',
    },
  ])
  expect(await periods(`?end_date=${dayAfter(today, -1)}`)).toEqual([])
  expect((await one(`?end_date=${dayAfter(today, -1)}`)).data).toMatchObject({ to_pay: '0.00', months: [] })
})

test('its totals are those of its rows, of the payments and of the bills, and its CSV says the same', async () => {
  const sums = await totals(`${PATH}/totals`)
  const rows = await periods()
  for (const name of [
    'to_pay_before',
    'billed',
    'paid',
    'reversed',
    'to_pay',
    'initiated',
    'returned',
    'disputed',
  ] as const)
    expect(kobo(sums[name]), name).toBe(rows.reduce((sum, row) => sum + kobo(row[name]), 0))
  expect(kobo(sums['to_pay'])).toBe(kobo(sums['to_pay_before']) + kobo(sums['billed']) - kobo(sums['paid']))
  const [payments, billed] = [
    await totals('/api/fanda/payment/totals'),
    await totals('/api/report/transactions/consolidated/totals'),
  ]
  expect(sums['billed']).toBe(billed['total'])
  expect(sums['paid']).toBe(payments['paid_total'])
  expect(sums['returned']).toBe(payments['returned_total'])
  expect(kobo(sums['initiated'])).toBe(kobo(payments['total']) + kobo(payments['returned_total']))
  const csv = csvLines((await (await ministry.demo.as('AUDITOR')).get(`${PATH}/csv`)).body)
  expect(csv[0]).toContain(
    'Hospital,Opening balance (NGN),Billed (NGN),Paid (NGN),Closing balance (NGN),Returned (NGN),Reversed (NGN)',
  )
  expect(csv[1]).toContain(',0.00,105000.00,15000.00,90000.00,30000.00,0.00,0.00,75000.00,3,1,3,1,0,0')
})

test('as of the past it shows the past: nothing was returned or paid yet', async () => {
  const [then] = await periods(`?as_of_position=${beforeReturn}&coe=${ministry.coeId}`)
  expect(then).toMatchObject({ billed: '105000.00', paid: '0.00', initiated: '45000.00', returned: '0.00' })
  expect((await one(`?as_of_position=${beforeReturn}`)).data).toMatchObject({ paid: '0.00', initiated: '45000.00' })
})

test('a hospital by month adds up to its row; another hospital’s people do not find it', async () => {
  const { data } = await one()
  const [row] = await periods(`?coe=${ministry.coeId}`)
  const { months, ...whole } = data
  expect(whole).toEqual(row)
  expect(months).toEqual([
    {
      ...{ month: ministry.today.slice(0, 7), billed: '105000.00', paid: '15000.00', to_pay: '90000.00' },
      ...{ initiated: '75000.00', returned: '30000.00', reversed: '0.00' },
    },
  ])
  expect((await auditor.send('GET', `${PATH}/nobody`)).status).toBe(404)
  await ministry.transfer((await ministry.as('COE_STAFF', 2)).person, 'ANALYST')
  const theirs = await ministry.as('COE_STAFF', 2)
  expect((await theirs.get(PATH, reportPage(HospitalPeriodRow))).data.data.map(({ coe_id: id }) => id)).toEqual([
    ministry.otherCoeId,
  ])
  expect((await theirs.send('GET', `${PATH}/${ministry.coeId}`)).status).toBe(404)
})

test('what open disputes hold up stands beside what is to pay, and leaves when they end', async () => {
  const { otherCoeId, today } = ministry
  const disputed = async (query = '') => {
    const [row] = await periods(`?coe=${otherCoeId}${query}`)
    return row?.disputed
  }
  expect(await disputed()).toBe('0.00')
  const finance = await ministry.as('FINANCE')
  const body = { transaction_id: bills[3]?.id, comment: 'Not given' }
  const { data } = await finance.post('/api/transactions/dispute', Done, body)
  const held = await ministry.demo.context.eventLog.head()
  expect(await disputed()).toBe(bills[3]?.total)
  expect(await disputed(`&end_date=${dayAfter(today, -1)}`)).toBeUndefined()
  expect((await totals(`${PATH}/totals?coe=${otherCoeId}`))['disputed']).toBe(bills[3]?.total)
  const end = { transaction_id: bills[3]?.id, status: 'withdrawn', comment: 'By mistake' }
  expect((await finance.send('PUT', `/api/transactions/dispute/${data.id}`, end)).status).toBe(200)
  expect(await disputed()).toBe('0.00')
  expect(await disputed(`&as_of_position=${held}`)).toBe(bills[3]?.total)
})
