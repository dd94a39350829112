import type { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BilledAnswer, PatientMatches as Matches } from '#api/money/contracts/billing.ts'
import type { TransactionRow } from '#api/money/contracts/transaction.ts'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { CONSULTATION, OTHER, patientWith, refusal } from './hospital.ts'

type PatientMatches = z.output<typeof Matches>

let demo: DemoApp
let staff: Caller
/** Bills by their biller: two of the first hospital, one of the other. */
const bills = new Map<string, string>()
beforeAll(async () => {
  demo = await startDemoApp()
  staff = await demo.as('COE_STAFF')
  const bill = async (by: Caller, patient_id: string) => {
    const services = [{ service_id: CONSULTATION, quantity: 2 }]
    const answer = await by.post('/api/coestaff/billings', { patient_id, services })
    bills.set(by.person.email, answer.json<BilledAnswer>().data.transaction_id)
  }
  const [patient, other] = [await patientWith(demo, 10_000_000), await patientWith(demo, 10_000_000, OTHER)]
  await bill(staff, patient)
  await bill(await demo.as('DOCTOR'), patient)
  await bill(await demo.as('COE_STAFF', 2), other)
})
afterAll(() => demo.end())

const listed = async (by: Caller, url: string) =>
  (await by.get(url)).json<{ data: { data: TransactionRow[] } }>().data.data.map((row) => row.transaction_id)
const of = (email: string) => bills.get(email) ?? 'none'
const mine = () => `/api/coestaff/${staff.person.userId}/transactions`

test("a staff member's list is what they billed, the hospital's what all of it billed", async () => {
  expect(await listed(staff, mine())).toEqual([of('coe-staff@chf.example')])
  expect(await listed(staff, '/api/coestaff/transactions')).toEqual([
    of('doctor@chf.example'),
    of('coe-staff@chf.example'),
  ])
})

test('a colleague of the hospital can be asked for, a stranger or a patient reads as not found', async () => {
  const doctor = personOf('DOCTOR').userId
  expect(await listed(staff, `/api/coestaff/${doctor}/transactions`)).toEqual([of('doctor@chf.example')])
  for (const id of [personOf('COE_STAFF', 2).userId, personOf('FUND_ADMIN').userId, 'nobody'])
    expect(refusal(await staff.get(`/api/coestaff/${id}/transactions`))).toMatchObject({
      status: 404,
      message: 'Staff member not found',
    })
})

test('the ministry reads any staff member', async () => {
  const auditor = await demo.as('AUDITOR')
  expect(await listed(auditor, mine())).toEqual([of('coe-staff@chf.example')])
  const stranger = personOf('COE_STAFF', 2).userId
  expect(await listed(auditor, `/api/coestaff/${stranger}/transactions`)).toEqual([of('coe-staff-2@chf.example')])
})

test.each(['PATIENT', 'HELP_DESK', 'SOCIAL_WORKER', 'COMMITTEE'])('%s may not list bills of staff', async (role) => {
  const someone = await demo.as(role)
  expect((await someone.get(mine())).statusCode).toBe(403)
  expect((await someone.get('/api/coestaff/transactions')).statusCode).toBe(403)
})

test('totals and CSV are of the same rows', async () => {
  const { data } = (await staff.get('/api/coestaff/transactions/totals')).json<{
    data: { total: number; totals: object }
  }>()
  expect(data.total).toBe(2)
  const csv = (await staff.get('/api/coestaff/transactions/csv')).body
  for (const email of ['coe-staff@chf.example', 'doctor@chf.example']) expect(csv).toContain(of(email))
  const heads =
    'Transaction ID,Product,Total cost (NGN),Status,Patient CHF ID,Date,Attendant staff,Hospital share (NGN)'
  expect(csv).toContain(
    `${heads},Bank share (NGN),Manufacturer/distributor share (NGN),EMGE share (NGN),Manufacturer,Payment`,
  )
  expect(csv).not.toContain(of('coe-staff-2@chf.example'))
})

test('days and kind narrow the list; what is no day is refused and named', async () => {
  expect(await listed(staff, `${mine()}?is_drug=1`)).toEqual([])
  expect(await listed(staff, `${mine()}?is_drug=0&start_date=2020-01-01`)).toHaveLength(1)
  expect(await listed(staff, `${mine()}?end_date=2020-01-01`)).toEqual([])
  // As a form in the names of the spec sends it (E116), what nobody has filled in included.
  const form = 'per_page=10&start_date=2020-01-01&end_date=2199-01-01&page=1&is_drug=&status=&search='
  expect((await staff.get(`${mine()}?${form}`)).json()).toMatchObject({
    data: { data: [{ transaction_id: of('coe-staff@chf.example') }], per_page: 10, current_page: 1, total: 1 },
  })
  expect(refusal(await staff.get(`${mine()}?start_date=1-1-2020`))).toMatchObject({
    status: 422,
    fields: ['start_date'],
  })
})

// Last: it bills more.
test('whom somebody billed lately is offered to them alone, the last first, and once', async () => {
  const recent = async (by: Caller) =>
    (await by.get('/api/coestaff/recent_patients')).json<PatientMatches>().data.map(({ id }) => id)
  const before = await recent(staff)
  expect(before).toHaveLength(1)
  const another = await patientWith(demo, 10_000_000)
  const services = [{ service_id: CONSULTATION, quantity: 1 }]
  for (const patient_id of [another, another]) await staff.post('/api/coestaff/billings', { patient_id, services })
  expect(await recent(staff)).toEqual([another, ...before])
  expect(await recent(await demo.as('DOCTOR'))).toEqual(before)
  // Of another hospital neither the patients nor the caller.
  expect(await recent(await demo.as('COE_STAFF', 2))).not.toContain(another)
  expect((await (await demo.as('PATIENT')).get('/api/coestaff/recent_patients')).statusCode).toBe(403)
})
