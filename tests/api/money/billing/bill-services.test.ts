import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveId } from '#commands/ids.ts'
import { load } from '#commands/handle.ts'
import { formatNaira } from '#domain/kernel/money.ts'
import { transaction } from '#domain/money/transaction/transaction.ts'
import type { BilledAnswer } from '#api/money/contracts/billing.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { balanceOf, billsOf, CONSULTATION, demoPatient, OTHER, patientWith, refusal } from './hospital.ts'

let demo: DemoApp
let staff: Caller
/** What the hospital bills for one consultation, in kobo. */
let price: number
beforeAll(async () => {
  demo = await startDemoApp()
  staff = await demo.as('COE_STAFF')
  const { data } = (await staff.get('/api/service_categories')).json<{
    data: { services: { id: string; price: string }[] }[]
  }>()
  price = Number(data.flatMap(({ services }) => services).find(({ id }) => id === CONSULTATION)?.price) * 100
})
afterAll(() => demo.end())

const bill = (patientId: string, over: object = {}) => ({
  patient_id: patientId,
  services: [{ service_id: CONSULTATION, quantity: 1 }],
  ...over,
})
const URL = '/api/coestaff/billings'

test("a bill takes the server's price times the quantity from the wallet, and is shown at once", async () => {
  const patient = await patientWith(demo, 5 * price)
  const answer = await staff.post(URL, bill(patient, { services: [{ service_id: CONSULTATION, quantity: 3 }] }))
  expect(answer.statusCode).toBe(200)
  const { message, data } = answer.json<BilledAnswer>()
  expect(message).toBe('Billing has been completed')
  expect(data.transaction_id).toMatch(/^TRX-\d{4}-\d{6}$/)
  expect(data).toMatchObject({ total: ((3 * price) / 100).toFixed(2), caught_up: true })
  expect(await balanceOf(demo, patient)).toBe(2 * price)
  expect(await billsOf(demo, patient)).toBe(1)
})

test('a patient is meant by the CHF id as well', async () => {
  const patient = await patientWith(demo, price)
  const { rows } = await demo.context.pool.query<{ chf_id: string }>('select chf_id from patient where id = $1', [
    patient,
  ])
  const chfId = rows[0]?.chf_id ?? ''
  expect((await staff.post(URL, bill(chfId.toLowerCase()))).statusCode).toBe(200)
  expect(await balanceOf(demo, patient)).toBe(0)
})

test('a price that a client sends is refused, and nothing is billed', async () => {
  const patient = await patientWith(demo, price)
  const services = [{ service_id: CONSULTATION, quantity: 1, price: '0.01' }]
  expect((await staff.post(URL, bill(patient, { services }))).statusCode).toBe(422)
  expect(await balanceOf(demo, patient)).toBe(price)
})

test('a total other than the one that the biller was shown is not billed', async () => {
  const patient = await patientWith(demo, 5 * price)
  const shown = (naira: number) => bill(patient, { expected_total: naira.toFixed(2) })
  expect(refusal(await staff.post(URL, shown(price / 100 - 1)))).toEqual({
    status: 422,
    message: `A price has changed: the total is now NGN ${formatNaira(price)}`,
    fields: ['expected_total'],
  })
  expect(await balanceOf(demo, patient)).toBe(5 * price)
  expect((await staff.post(URL, shown(price / 100))).statusCode).toBe(200)
})

test('a wallet below the total is told so and stays as it is', async () => {
  const patient = await patientWith(demo, price - 1)
  expect(refusal(await staff.post(URL, bill(patient)))).toEqual({
    status: 422,
    message: 'Patient does not have enough funds',
    fields: ['patient_id'],
  })
  expect(await balanceOf(demo, patient)).toBe(price - 1)
  expect(await billsOf(demo, patient)).toBe(0)
})

test('the same Idempotency-Key twice is one bill, with one answer', async () => {
  const patient = await patientWith(demo, 5 * price)
  const first = await staff.post(URL, bill(patient), 'one-visit')
  const second = await staff.post(URL, bill(patient), 'one-visit')
  expect(second.json<BilledAnswer>().data).toMatchObject({ id: first.json<BilledAnswer>().data.id })
  expect(await balanceOf(demo, patient)).toBe(4 * price)
  expect(await billsOf(demo, patient)).toBe(1)
})

test('the same Idempotency-Key eight times at once is one bill, and all eight are told of it', async () => {
  const patient = await patientWith(demo, 8 * price)
  const answers = await Promise.all(Array.from({ length: 8 }, () => staff.post(URL, bill(patient), 'impatient')))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(new Set(answers.map((answer) => answer.json<BilledAnswer>().data.transaction_id)).size).toBe(1)
  expect(await balanceOf(demo, patient)).toBe(7 * price)
})

test('the same Idempotency-Key with other lines, or for another patient, is refused', async () => {
  const [patient, neighbour] = [await patientWith(demo, 5 * price), await patientWith(demo, 5 * price)]
  await staff.post(URL, bill(patient), 'mixed-up')
  const more = bill(patient, { services: [{ service_id: CONSULTATION, quantity: 2 }] })
  expect((await staff.post(URL, more, 'mixed-up')).statusCode).toBe(409)
  expect((await staff.post(URL, bill(neighbour), 'mixed-up')).statusCode).toBe(409)
  expect(await balanceOf(demo, patient)).toBe(4 * price)
  expect(await balanceOf(demo, neighbour)).toBe(5 * price)
})

test('the same key of two people is two bills', async () => {
  const patient = await patientWith(demo, 2 * price)
  const doctor = await demo.as('DOCTOR')
  await staff.post(URL, bill(patient), 'same-word')
  expect((await doctor.post(URL, bill(patient), 'same-word')).statusCode).toBe(200)
  expect(await balanceOf(demo, patient)).toBe(0)
})

test('twenty bills at once on one wallet take what it holds and never more', async () => {
  const patient = await patientWith(demo, 7 * price + 1)
  const answers = await Promise.all(Array.from({ length: 20 }, () => staff.post(URL, bill(patient))))
  const refused = answers.filter(({ statusCode }) => statusCode !== 200).map(refusal)
  expect(refused.map(({ message }) => message)).toEqual(
    Array.from({ length: 13 }, () => 'Patient does not have enough funds'),
  )
  expect(await balanceOf(demo, patient)).toBe(1)
  expect(await billsOf(demo, patient)).toBe(7)
})

test("a patient of another hospital reads as not found, to that patient's money no harm", async () => {
  const patient = await patientWith(demo, price, OTHER)
  expect(refusal(await staff.post(URL, bill(patient)))).toMatchObject({ status: 404, message: 'Patient not found' })
  expect(refusal(await staff.post(URL, bill(demoPatient(2))))).toMatchObject({ status: 404 })
  expect(await balanceOf(demo, patient)).toBe(price)
})

test.each(['PHARMACIST', 'FUND_ADMIN', 'SUPER_ADMIN', 'PATIENT', 'AUDITOR'])(
  '%s may not bill services',
  async (role) => {
    const someone = await demo.as(role)
    expect((await someone.post(URL, bill(demoPatient()))).statusCode).toBe(403)
  },
)

test('comment and documents stay with the bill', async () => {
  const patient = await patientWith(demo, price)
  const answer = await staff.post(URL, bill(patient, { comment: '  Second cycle, well tolerated ' }))
  const { id } = answer.json<BilledAnswer>().data
  const [requested] = await demo.context.log.read(`transaction-${id}`)
  expect(requested?.event.data).toMatchObject({ comment: 'Second cycle, well tolerated', documents: [] })
  expect(await load(demo.context.handler, transaction, id)).toMatchObject({ status: 'billed', patientId: patient })
})

const document = { document_name: 'Report' }
test.each([
  ['no patient', { patient_id: '' }, ['patient_id'], undefined],
  ['no service', { services: [] }, ['services'], 'Add at least one service'],
  [
    'a quantity of 0',
    { services: [{ service_id: CONSULTATION, quantity: 0 }] },
    ['services.0.quantity'],
    'Quantity must be at least 1',
  ],
  [
    'half a service',
    { services: [{ service_id: CONSULTATION, quantity: 1.5 }] },
    ['services.0.quantity'],
    'Quantity must be a whole number',
  ],
  [
    'a quantity in words',
    { services: [{ service_id: CONSULTATION, quantity: 'two' }] },
    ['services.0.quantity'],
    'Quantity must be a whole number',
  ],
  [
    'an unknown service',
    { services: [{ service_id: deriveId('nothing'), quantity: 1 }] },
    ['services'],
    'This service or drug does not exist',
  ],
  [
    'a document without a name',
    { documents: [{ document_id: deriveId('x'), document_name: ' ' }] },
    ['documents.0.document_name'],
    'You must provide the document name',
  ],
  [
    'a document whose name is left out',
    { documents: [{ document_id: deriveId('x') }] },
    ['documents.0.document_name'],
    'You must provide the document name',
  ],
  [
    'a document that nobody uploaded',
    { documents: [{ ...document, document_id: deriveId('x') }] },
    ['documents.0.document_id'],
    'The document Report was not uploaded by you for this patient, or is no longer kept. Upload it again.',
  ],
  [
    'a document elsewhere',
    { documents: [{ ...document, document_url: 'https://example.org/a.pdf' }] },
    ['documents.0.document_url'],
    'Only a document that was uploaded here can be attached',
  ],
  [
    'a document whose address names none',
    { documents: [{ ...document, document_url: `/api/documents/${'-'.repeat(36)}` }] },
    ['documents.0.document_url'],
    'Only a document that was uploaded here can be attached',
  ],
  ['a document that is not named', { documents: [document] }, ['documents.0.document_id'], 'Choose the document'],
  [
    'eleven documents',
    { documents: Array.from({ length: 11 }, () => ({ ...document, document_id: deriveId('x') })) },
    ['documents'],
    'At most 10 documents',
  ],
])('%s is refused and names its field', async (_, over, fields, message) => {
  const refused = refusal(await staff.post(URL, bill(demoPatient(), over)))
  expect(refused).toMatchObject({ status: 422, fields })
  if (message !== undefined) expect(refused.message).toBe(message)
})
