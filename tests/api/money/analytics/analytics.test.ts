import { afterAll, beforeAll, expect, test } from 'vitest'
import { BillingMonths, FundAnalytics, HospitalAnalytics, StageTotals } from '#api/money/contracts/analytics.ts'
import { ReportTotals } from '#api/contracts/report.ts'
import { formatNaira, kobo, parseNaira } from '#domain/kernel/money.ts'
import {
  type Bill,
  CHAIN_PEOPLE,
  type Colleague,
  type Ministry,
  startMinistry,
  step,
} from '#tests/api/money/payments/ministry.ts'

let ministry: Ministry
let auditor: Colleague
let bills: readonly Bill[]
let elsewhere: Bill
beforeAll(async () => {
  ministry = await startMinistry()
  bills = [await ministry.billServices(1), await ministry.billServices(2), await ministry.billDrugs(3)]
  elsewhere = await ministry.billServices(4, 2)
  for (const role of CHAIN_PEOPLE) await step(ministry, role, bills.slice(0, 1))
  await step(ministry, 'FINANCE', bills.slice(1, 2))
  auditor = await ministry.as('AUDITOR')
})
afterAll(() => ministry.end())

const total = (...some: readonly (Pick<Bill, 'total'> | undefined)[]): string =>
  formatNaira(kobo(some.reduce((sum, bill) => sum + (parseNaira(bill?.total ?? '') ?? 0), 0))).replaceAll(',', '')

test('a hospital’s figures are those of its own bills, wallet and people', async () => {
  const admin = await ministry.as('COE_ADMIN')
  const { data } = await admin.get('/api/coes/analytics', HospitalAnalytics)
  const staff = ['SOCIAL_WORKER', 'COE_STAFF', 'DOCTOR', 'MDT', 'PHARMACIST', 'COE_ADMIN', 'HELP_DESK']
  expect(data).toMatchObject({
    coe: { id: ministry.coeId },
    allocation_balance: '100000000.00',
    hospital_billing_volume: total(...bills),
    current_month_volume: total(...bills),
    last_month_volume: '0.00',
    paid_volume: total(bills[0]),
    payable_balance: total(bills[1], bills[2]),
    transactions_count: 3,
    patients_count: 1,
    staff_count: staff.length,
  })
})

test('the ministry sees all hospitals together, or the one it names', async () => {
  const { data: all } = await auditor.get('/api/coes/analytics', HospitalAnalytics)
  expect(all).toMatchObject({ coe: null, hospital_billing_volume: total(...bills, elsewhere), transactions_count: 4 })
  const path = `/api/coes/analytics?coe=${ministry.otherCoeId}`
  const { data: one } = await auditor.get(path, HospitalAnalytics)
  expect(one).toMatchObject({ coe: { id: ministry.otherCoeId }, hospital_billing_volume: elsewhere.total })
})

test('the figures, the months, the stages and the list agree with one another', async () => {
  const { data: figures } = await auditor.get('/api/coes/analytics', HospitalAnalytics)
  const { data: months } = await auditor.get('/api/analytics/billing-months', BillingMonths)
  const { data: stages } = await auditor.get('/api/analytics/stages', StageTotals)
  const { data: list } = await auditor.get('/api/v2/transactions/totals', ReportTotals)
  const { data: fund } = await auditor.get('/api/analytics', FundAnalytics)
  const billed = figures.hospital_billing_volume
  expect(list.totals['total']).toBe(billed)
  expect(fund.utilized_funds).toBe(billed)
  expect(total(...months.map((month) => ({ total: month.billed })))).toBe(billed)
  expect(total(...stages)).toBe(billed)
  expect(total(...fund.coes.map((coe) => ({ total: coe.billed })))).toBe(billed)
  expect(total({ total: figures.paid_volume }, { total: figures.payable_balance })).toBe(billed)
  expect(stages.find(({ stage }) => stage === 'permsec approved')?.total).toBe(figures.paid_volume)
})

test('the months are the last twelve, the present one last, and the stages come in the chain’s order', async () => {
  const { data: months } = await auditor.get('/api/analytics/billing-months', BillingMonths)
  expect(months).toHaveLength(12)
  expect(months.map(({ month }) => month)).toEqual(months.map(({ month }) => month).toSorted())
  expect(months.at(-1)).toMatchObject({
    month: ministry.today.slice(0, 7),
    billed_count: 4,
    drugs_billed: bills[2]?.total,
    paid_count: 1,
  })
  expect(months[0]).toMatchObject({ billed: '0.00', billed_count: 0 })
  const { data: stages } = await auditor.get(`/api/analytics/stages?coe=${ministry.coeId}`, StageTotals)
  expect(stages.map(({ stage, transactions }) => [stage, transactions])).toEqual([
    ['billed', 1],
    ['payment initiated', 1],
    ['payment recommended', 0],
    ['payment approved', 0],
    ['dfa approved', 0],
    ['permsec approved', 1],
    ['reversed', 0],
  ])
  const { data: unmoved } = await auditor.get(`/api/analytics/stages?coe=${ministry.otherCoeId}`, StageTotals)
  expect(unmoved.map(({ transactions, total: sum }) => [transactions, sum])).toEqual([
    [1, elsewhere.total],
    ...Array.from({ length: 6 }, () => [0, '0.00']),
  ])
})

test('the fund’s figures count its patients and its money', async () => {
  const { data } = await auditor.get('/api/analytics', FundAnalytics)
  expect(data).toMatchObject({
    patients_count: 2,
    pool_account_balance: '100000000.00',
    total_approved_fund: '600000000.00',
  })
  expect(data.geopolitical_zones).toHaveLength(6)
  expect(data.states).toHaveLength(37)
})

test.each(['/api/coes/analytics', '/api/analytics/billing-months', '/api/analytics/stages'])(
  'the people of a hospital get only their own figures from %s',
  async (path) => {
    const admin = await ministry.as('COE_ADMIN', 2)
    const own = await admin.send('GET', path)
    expect(own).toEqual(await admin.send('GET', `${path}?coe=${ministry.otherCoeId}`))
    expect((await admin.send('GET', `${path}?coe=${ministry.coeId}`)).status).toBe(404)
    expect((await (await ministry.as('COE_STAFF')).send('GET', path)).status).toBe(403)
  },
)

test('the fund’s figures are the ministry’s alone', async () => {
  expect((await (await ministry.as('COE_ADMIN')).send('GET', '/api/analytics')).status).toBe(403)
  expect((await auditor.send('GET', '/api/coes/analytics?coe=nowhere')).status).toBe(404)
})

test('what was billed in the month before is that month’s figure, and no longer this one’s', async () => {
  await ministry.demo.context.pool.query(`update billing_day set day = day - interval '1 month'`)
  const { data } = await (await ministry.as('COE_ADMIN')).get('/api/coes/analytics', HospitalAnalytics)
  const before = { hospital_billing_volume: total(...bills), last_month_volume: total(...bills) }
  expect(data).toMatchObject({ ...before, current_month_volume: '0.00' })
})
