import { afterAll, beforeAll, expect, test } from 'vitest'
import { Done } from '#api/contracts/done.ts'
import { BillingMonths, FundAnalytics, HospitalAnalytics, StageTotals } from '#api/money/contracts/analytics.ts'
import { HospitalPeriod } from '#api/money/contracts/hospital-period.ts'
import { TransactionDetail } from '#api/money/contracts/transaction.ts'
import { MovementRow } from '#api/money/contracts/ledger.ts'
import { OwnBill, OwnStatement, OwnWallet } from '#api/money/contracts/wallet.ts'
import { type DisputeRow, DisputeRow as Row } from '#api/money/contracts/dispute.ts'
import { reportPage, ReportTotals } from '#api/contracts/report.ts'
import { formatNaira, kobo, parseNaira } from '#domain/kernel/money.ts'
import {
  type Bill,
  bodyOf,
  CHAIN_PEOPLE,
  type Ministry,
  refusedOf,
  startMinistry,
  step,
  STEP_PATHS,
} from '#tests/api/money/payments/ministry.ts'
import { upload } from '#tests/support/upload.ts'

const DISPUTE = '/api/transactions/dispute'
const WHY = 'The chemotherapy was not given'

let ministry: Ministry
beforeAll(async () => {
  ministry = await startMinistry()
})
afterAll(() => ministry.end())

const raise = async (bill: Bill, role = 'FINANCE', over: object = {}) =>
  (await (await ministry.as(role)).post(DISPUTE, Done, { transaction_id: bill.id, comment: WHY, ...over })).data.id
const end = async (id: string, bill: Bill, body: object, role = 'COE_ADMIN', second?: 2) =>
  (await ministry.as(role, second)).send('PUT', `${DISPUTE}/${id}`, { transaction_id: bill.id, ...body })
const detailOf = async (bill: Bill, role = 'FINANCE') =>
  (await (await ministry.as(role)).get(`/api/transactions/${bill.id}`, TransactionDetail)).data
const listed = async (role: string, path: string): Promise<readonly DisputeRow[]> =>
  (await (await ministry.as(role)).get(path, reportPage(Row))).data.data
const refusedStep = async (bill: Bill) =>
  (await (await ministry.as('FINANCE')).send('POST', STEP_PATHS.FINANCE, bodyOf(ministry, [bill]))).body
/** What the statement of what is owed to the hospital says of a bill, in the order of the log. */
const causesOf = async ({ reference }: Bill) => {
  const path = `/api/ledger/accounts/payable:${ministry.coeId}/movements?per_page=1000`
  const { data } = await (await ministry.as('AUDITOR')).get(path, reportPage(MovementRow))
  return data.data.flatMap(({ cause }) => (cause.includes(reference) ? [cause] : []))
}
const naira = (...texts: readonly string[]) =>
  formatNaira(kobo(texts.reduce((sum, text) => sum + (parseNaira(text) ?? 0), 0))).replaceAll(',', '')

test('a disputed bill is named so wherever it is listed, waits for nobody, and is refused by every step in words', async () => {
  const bill = await ministry.billServices(1)
  const sent = await upload(ministry.demo, await ministry.demo.as('FINANCE'), 'chart.pdf', Buffer.from('%PDF-1.7\n'))
  const { document } = sent.json<{ document: { id: string } }>()
  const documents = [{ document_id: document.id, document_name: 'Chart' }]
  const said = await (
    await ministry.as('FINANCE')
  ).post(DISPUTE, Done, {
    ...{ transaction_id: bill.reference, comment: WHY, documents },
  })
  expect(said.message).toBe('Dispute has been raised on the transaction')

  const rows = [
    await listed('FINANCE', DISPUTE),
    await listed('SUPER_ADMIN', '/api/disputes?status=open'),
    await listed('COE_ADMIN', `/api/coes/${ministry.coeId}/disputes?search=${bill.reference}`),
  ]
  for (const all of rows)
    expect(all).toMatchObject([
      {
        id: said.data.id,
        transaction_id: bill.reference,
        transaction: { id: bill.id },
        status: 'open',
        total: bill.total,
        coe: { id: ministry.coeId },
        ended_at: null,
      },
    ])
  expect((await listed('SUPER_ADMIN', `/api/coes/${ministry.otherCoeId}/disputes`)).length).toBe(0)

  const detail = await detailOf(bill)
  expect(detail).toMatchObject({ status: 'disputed', is_disputed: true, reversed: '0.00' })
  expect(detail.chain.map(({ state, may_act: mayAct }) => [state, mayAct])).toEqual(
    CHAIN_PEOPLE.map(() => ['waiting', []]),
  )
  // With the dispute, under the name of who raised it, and not among what the biller attached.
  expect(detail.documents).toEqual([])
  expect(detail.dispute).toMatchObject({
    ...{ id: said.data.id, status: 'open', reason_for_dispute: WHY },
    documents: [{ document_id: document.id, document_name: 'Chart' }],
  })
  expect(detail.dispute?.endings.map(({ status, refused }) => [status, refused === null])).toEqual([
    ['resolved', false],
    ['reversed', false],
    ['withdrawn', true],
  ])
  expect((await detailOf(bill, 'SUPPORT')).dispute).toMatchObject({ reason_for_dispute: null, endings: [] })
  expect(await refusedStep(bill)).toMatchObject({
    errors: { transactions: [`${bill.reference}: It is disputed. Payment is paused until the dispute is resolved.`] },
  })

  // On both sides' paper, and in what is still to be paid.
  const { movements } = (await (await ministry.as('PATIENT')).get('/api/wallet/statement', OwnStatement)).data
  expect(movements.map(({ what }) => what)).toContain(`Bill ${bill.reference}, under review`)
  expect(await causesOf(bill)).toEqual([`Bill ${bill.reference}, disputed`])
  const owed = await (
    await ministry.as('AUDITOR')
  ).get(`/api/report/payments/hospitals/${ministry.coeId}`, HospitalPeriod)
  expect(owed.data).toMatchObject({ disputed: bill.total, disputed_count: 1 })

  // One at a time; and no hospital but its own.
  const admin = await ministry.as('COE_ADMIN')
  const again = { transaction_id: bill.id, comment: 'Mine too' }
  expect(await refusedOf(admin.send('POST', DISPUTE, again))).toMatchObject({ status: 409 })
  const elsewhere = await ministry.billServices(1, 2)
  expect((await admin.send('POST', DISPUTE, { ...again, transaction_id: elsewhere.id })).status).toBe(404)
})

test('the hospital says that the bill stands, who raised it takes it back, and each only once', async () => {
  const bill = await ministry.billServices(2)
  const first = await raise(bill)
  expect((await end(first, bill, {}, 'FINANCE')).body).toMatchObject({
    errors: {
      status: ['Only the hospital that billed can resolve the dispute. The person who raised it can withdraw it.'],
    },
  })
  expect(await end(first, bill, { transaction_id: 'another' })).toMatchObject({
    status: 422,
    body: { errors: { transaction_id: ['The dispute is about another bill'] } },
  })
  expect((await end(first, bill, {}, 'SUPER_ADMIN')).status).toBe(422)
  expect(await end(first, bill, {})).toMatchObject({
    status: 200,
    body: { message: 'Dispute has been resolved: the bill is right' },
  })
  expect(await end(first, bill, { status: 'reversed', comment: 'Late' })).toMatchObject({ status: 409 })
  expect(await detailOf(bill), 'open -> resolve -> resolved').toMatchObject({
    ...{ status: 'billed', is_disputed: false, dispute: { status: 'resolved' } },
  })

  // Again, by the hospital itself this time: it may not judge what it raised.
  const second = await raise(bill, 'COE_ADMIN')
  expect((await end(second, bill, {})).body).toMatchObject({
    errors: { status: ['You raised this dispute, so another person must resolve it'] },
  })
  expect((await end(second, bill, { status: 'withdrawn' })).body).toMatchObject({
    errors: { comment: ['Say why you withdraw the dispute'] },
  })
  expect((await end(second, bill, { status: 'withdrawn', comment: 'Found it' })).status).toBe(200)
  const taken = await step(ministry, 'FINANCE', [bill])
  expect(taken.outcomes).toMatchObject([{ outcome: 'done' }])
  expect(
    await refusedOf((await ministry.as('FINANCE')).send('POST', DISPUTE, { transaction_id: bill.id, comment: WHY })),
  ).toMatchObject({
    status: 422,
  })
})

test('a reversed bill gives the money back once, and every figure knows it', async () => {
  const auditor = await ministry.as('AUDITOR')
  const patient = await ministry.as('PATIENT')
  const path = `/api/report/payments/hospitals/${ministry.coeId}?start_date=${ministry.today}&end_date=${ministry.today}`
  const figures = async () => ({
    hospital: (await auditor.get(`/api/coes/analytics?coe=${ministry.coeId}`, HospitalAnalytics)).data,
    fund: (await auditor.get('/api/analytics', FundAnalytics)).data,
    stages: (await auditor.get('/api/analytics/stages', StageTotals)).data,
    month: (await auditor.get(`/api/analytics/billing-months?coe=${ministry.coeId}`, BillingMonths)).data.at(-1),
    period: (await auditor.get(path, HospitalPeriod)).data,
    list: (await auditor.get(`/api/coes/${ministry.coeId}/billings/totals`, ReportTotals)).data.totals,
    wallet: (await patient.get('/api/wallet', OwnWallet)).data,
  })
  const bill = await ministry.billServices(3)
  const id = await raise(bill)
  const before = await figures()
  expect(await end(id, bill, { status: 'reversed' })).toMatchObject({ status: 422 })
  const reverse = { status: 'reversed', comment: 'It was given at another hospital' }
  const [one, other] = await Promise.all([end(id, bill, reverse), end(id, bill, reverse)])
  expect([one.status, other.status].toSorted()).toEqual([200, 409])
  expect([one, other].find(({ status }) => status === 200)?.body).toMatchObject({
    message: `The bill has been reversed. NGN ${formatNaira(parseNaira(bill.total) ?? kobo(0))} is back in the patient's wallet.`,
  })

  const after = await figures()
  const { total } = bill
  // Gross stays; reversed stands beside it; what is owed, used and spent is less by it.
  expect(after.hospital.hospital_billing_volume).toBe(before.hospital.hospital_billing_volume)
  expect(after.hospital.reversed_volume).toBe(total)
  expect(naira(after.hospital.payable_balance, total)).toBe(before.hospital.payable_balance)
  expect(naira(after.fund.utilized_funds, total)).toBe(before.fund.utilized_funds)
  expect(after.fund.total_approved_fund).toBe(before.fund.total_approved_fund)
  expect(after.fund.coes.find((coe) => coe.id === ministry.coeId)).toMatchObject({ reversed: total })
  expect(after.stages.at(-1)).toEqual({ stage: 'reversed', transactions: 1, total })
  expect(after.month).toMatchObject({ billed: before.month?.billed, reversed: total, reversed_count: 1 })
  expect(after.period).toMatchObject({ billed: before.period.billed, reversed: total, reversed_count: 1 })
  expect(naira(after.period.to_pay, total)).toBe(before.period.to_pay)
  expect(after.period.to_pay).toBe(after.hospital.payable_balance)
  expect(after.list).toMatchObject({ total: before.list['total'], reversed: total })
  expect(naira(before.wallet.balance, total)).toBe(after.wallet.balance)
  expect(naira(after.wallet.billed, total)).toBe(before.wallet.billed)

  // On both sides' paper, and for good.
  const { data: statement } = await patient.get('/api/wallet/statement', OwnStatement)
  expect(statement.movements.at(-1)).toMatchObject({ what: `Bill ${bill.reference}, money returned`, received: total })
  expect((await patient.get(`/api/patients/bills/${bill.id}`, OwnBill)).data).toMatchObject({ status: 'reversed' })
  expect(await causesOf(bill)).toEqual([`Bill ${bill.reference}`, `Bill ${bill.reference}, money returned`])
  const detail = await detailOf(bill, 'COE_ADMIN')
  expect(detail).toMatchObject({
    status: 'reversed',
    is_disputed: false,
    reversed: total,
    dispute: { status: 'reversed' },
  })
  expect(detail.history.map(({ what }) => what)).toContain(
    `Reversed: NGN ${formatNaira(parseNaira(total) ?? kobo(0))} has gone back to the patient's wallet`,
  )
  expect(await refusedStep(bill)).toMatchObject({
    message: 'The bill was reversed and cannot be changed',
  })
  const finance = await ministry.as('FINANCE')
  expect((await finance.send('POST', DISPUTE, { transaction_id: bill.id, comment: WHY })).status).toBe(409)
})
