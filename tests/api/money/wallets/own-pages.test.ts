import { afterAll, beforeAll, expect, test } from 'vitest'
import { BilledAnswer, type UploadedDocument } from '#api/money/contracts/billing.ts'
import { BillNotices, NOTICE_MINUTES } from '#api/money/contracts/notice.ts'
import { reportPage } from '#api/contracts/report.ts'
import { TransactionRow } from '#api/money/contracts/transaction.ts'
import { OwnBill, OwnStatement, OwnWallet } from '#api/money/contracts/wallet.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { CONSULTATION, demoPatient, fund, OTHER, OWN } from '#tests/api/money/billing/hospital.ts'

const COMMENT = 'Second cycle, tolerated well'
const HOSPITAL = { coe_name: expect.stringContaining('Ahmadu Bello'), address: expect.stringContaining('Zaria') }
const PDF = '%PDF-1.7\n% a report\n'

let demo: DemoApp
let patient: Caller
let other: Caller
let bill: BilledAnswer['data']
let documentUrl: string
beforeAll(async () => {
  demo = await startDemoApp()
  patient = await demo.as('PATIENT')
  other = await demo.as('PATIENT', 2)
  await fund(demo, demoPatient(), OWN, 20_000_000)
  await fund(demo, demoPatient(2), OTHER, 8_000_000)
  const staff = await demo.as('COE_STAFF')
  documentUrl = await uploadedBy(staff)
  bill = await billedBy(staff, demoPatient(), 2, {
    comment: COMMENT,
    documents: [{ document_url: documentUrl, document_name: 'Histology' }],
  })
})
afterAll(() => demo.end())

async function uploadedBy(by: Caller): Promise<string> {
  const form = new FormData()
  form.append('file', new File([PDF], 'scan.pdf', { type: 'application/pdf' }))
  const sent = new Request('http://portal.example/api/documents', { method: 'POST', body: form })
  const answer = await demo.app.inject({
    method: 'POST',
    url: '/api/documents',
    headers: { authorization: `Bearer ${by.token}`, 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<UploadedDocument>().data
}

async function billedBy(staff: Caller, patientId: string, quantity: number, rest: object = {}) {
  const body = { patient_id: patientId, services: [{ service_id: CONSULTATION, quantity }], ...rest }
  const answer = await staff.post('/api/coestaff/billings', body)
  expect(answer.statusCode, answer.body).toBe(200)
  return BilledAnswer.parse(answer.json()).data
}

const walletOf = async (by: Caller) => {
  const answer = await by.get('/api/wallet')
  expect(answer.statusCode, answer.body).toBe(200)
  return OwnWallet.parse(answer.json()).data
}

test('a wallet shows what was put in, what was billed and what is left, and they add up', async () => {
  expect(bill.total).toBe('30000.00')
  expect(await walletOf(patient)).toEqual({
    balance: '170000.00',
    put_in: '200000.00',
    billed: '30000.00',
    last_moved_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    hospital: HOSPITAL,
  })
})

const statementOf = async (by: Caller, query = '') => {
  const answer = await by.get(`/api/wallet/statement${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return OwnStatement.parse(answer.json()).data
}

test('a statement opens with what there was, tells each movement with the balance after it, and closes', async () => {
  expect(await statementOf(patient)).toEqual({
    opening: '0.00',
    received: '200000.00',
    paid: '30000.00',
    closing: '170000.00',
    movements: [
      {
        at: expect.any(String),
        ...{ what: 'Paid in by the fund', coe_name: null, bill_id: null },
        ...{ received: '200000.00', paid: null, balance: '200000.00' },
      },
      {
        at: expect.any(String),
        ...{ what: `Bill ${bill.transaction_id}`, coe_name: expect.stringContaining('Ahmadu Bello'), bill_id: bill.id },
        ...{ received: null, paid: '30000.00', balance: '170000.00' },
      },
    ],
    hospital: HOSPITAL,
    is_cut: false,
  })
})

test('a period before or after the movements has none, and opens and closes with the balance of its time', async () => {
  const nothing = { received: '0.00', paid: '0.00', movements: [], hospital: HOSPITAL, is_cut: false }
  const before = await statementOf(patient, '?end_date=2020-12-31')
  expect(before).toEqual({ opening: '0.00', closing: '0.00', ...nothing })
  const after = await statementOf(patient, '?start_date=2090-01-01')
  expect(after).toEqual({ opening: '170000.00', closing: '170000.00', ...nothing })
})

test("one patient's wallet does not move with another's bills", async () => {
  const before = await walletOf(patient)
  await billedBy(await demo.as('COE_STAFF', 2), demoPatient(2), 1)
  expect(await walletOf(other)).toMatchObject({ balance: '66500.00', put_in: '80000.00', billed: '13500.00' })
  expect(await walletOf(patient)).toEqual(before)
})

test('a patient opens their own bill with its lines, the comment and the documents, and nothing of its payment', async () => {
  const answer = await patient.get(`/api/patients/bills/${bill.id}`)
  const opened = OwnBill.parse(answer.json()).data
  expect(opened).toMatchObject({
    transaction_id: bill.transaction_id,
    total: '30000.00',
    status: 'billed',
    biller: { name: 'Sani Abubakar', profession: 'Oncology nurse' },
    comment: { comment: COMMENT },
    transactions: [{ quantity: 2, cost: '15000.00', total: '30000.00' }],
    documents: [{ document_name: 'Histology', document_url: documentUrl }],
  })
  const given = Object.keys(answer.json<{ data: object }>().data)
  expect(given.filter((name) => /share|history|chain|payment|returns/.test(name))).toEqual([])
})

test('the documents of an own bill can be fetched, those of another patient not', async () => {
  const fetched = await patient.get(documentUrl)
  expect([fetched.statusCode, fetched.body]).toEqual([200, PDF])
  expect((await other.get(documentUrl)).statusCode).toBe(404)
})

test("another patient's bill is as good as none", async () => {
  const foreign = await other.get(`/api/patients/bills/${bill.id}`)
  const missing = await other.get('/api/patients/bills/nothing')
  expect([foreign.statusCode, foreign.json()]).toEqual([404, missing.json()])
  expect(foreign.body).not.toContain(COMMENT)
})

test('the list of bills has the own ones only, page after page by key', async () => {
  const staff = await demo.as('COE_STAFF')
  const own = [bill.id, ...(await Promise.all([1, 2].map((count) => billedBy(staff, demoPatient(), count)))).map(idOf)]
  const met: string[] = []
  let after: string | null = null
  do {
    const answer = await patient.get(`/api/patients/billing_history?limit=2${after === null ? '' : `&after=${after}`}`)
    const { data } = reportPage(TransactionRow).parse(answer.json())
    met.push(...data.data.map(idOf))
    after = data.next
  } while (after !== null)
  expect(met.toSorted()).toEqual(own.toSorted())
})
const idOf = ({ id }: { readonly id: string }): string => id

test.each(['COE_STAFF', 'COE_ADMIN', 'FINANCE', 'AUDITOR', 'SUPER_ADMIN'])(
  '%s has no wallet and no bills of their own',
  async (role) => {
    const caller = await demo.as(role)
    for (const path of [
      '/api/wallet',
      '/api/wallet/statement',
      `/api/patients/bills/${bill.id}`,
      '/api/patients/billing_history',
    ])
      expect((await caller.get(path)).statusCode, path).toBe(403)
  },
)

test('the bell tells a patient of their bills of the last 720 minutes, and keeps what was read', async () => {
  expect(NOTICE_MINUTES, 'newest paid bill under 720 minutes').toBe(720)
  const noticesOf = async (by: Caller) =>
    BillNotices.parse((await by.get('/api/notification/transactions')).json()).data
  const read = async (until: string) => (await other.post('/api/notification/transactions/read', { until })).statusCode
  const staff = await demo.as('COE_STAFF', 2)
  const [first, second] = [await billedBy(staff, demoPatient(2), 1), await billedBy(staff, demoPatient(2), 1)]
  const [newest, before] = await noticesOf(other)
  expect([newest, before]).toMatchObject([
    { id: second.id, transaction_id: second.transaction_id, total: second.total, is_read: false },
    { id: first.id, coe_name: expect.any(String), is_read: false },
  ])
  expect(await read(before?.created_at ?? '')).toBe(200)
  expect((await noticesOf(other)).map(({ is_read: isRead }) => isRead).slice(0, 2)).toEqual([false, true])
  // What one has read is theirs alone, and nobody has read what is to come.
  expect((await noticesOf(patient)).map(({ is_read: isRead }) => isRead)).not.toContain(true)
  expect(await read('2199-01-01T00:00:00Z')).toBe(200)
  // An earlier moment that comes late takes nothing back.
  expect(await read(before?.created_at ?? '')).toBe(200)
  expect((await noticesOf(other)).every(({ is_read: isRead }) => isRead)).toBe(true)
  const third = await billedBy(staff, demoPatient(2), 1)
  expect((await noticesOf(other))[0]).toMatchObject({ id: third.id, is_read: false })
  const { pool } = demo.context
  const age = "update transaction set billed_at = billed_at - $2 * interval '1 minute' where id = $1"
  await pool.query(age, [third.id, NOTICE_MINUTES - 5])
  expect((await noticesOf(other)).map(({ id }) => id)).toContain(third.id)
  await pool.query(age, [third.id, 6])
  expect((await noticesOf(other)).map(({ id }) => id)).not.toContain(third.id)
  expect(await noticesOf(staff)).toEqual([])
})
