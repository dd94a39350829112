import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Done } from '#api/contracts/done.ts'
import { keepHouse } from '#api/housekeeping.ts'
import { MenuAnswer } from '#api/people/contracts/menu.ts'
import { ReturnedBills } from '#api/money/contracts/billing.ts'
import { BillNotices, NoticesRead } from '#api/money/contracts/notice.ts'
import { PaymentDetail } from '#api/money/contracts/payment.ts'
import { TransactionDetail } from '#api/money/contracts/transaction.ts'
import { WaitingAnswer } from '#api/money/contracts/waiting.ts'
import {
  type Bill,
  giveBack,
  type Ministry,
  refusedOf,
  startMinistry,
  step,
} from '#tests/api/money/payments/ministry.ts'
import { generate } from '#tests/api/money/invoices/invoicing.ts'
import { upload } from '#tests/support/upload.ts'

const WHY = 'The histology is missing'
const SAID = 'It is attached'

let ministry: Ministry
let [bill, other]: Bill[] = []
beforeAll(async () => {
  ministry = await startMinistry()
  const bills = [await ministry.billServices(1), await ministry.billServices(2)]
  ;[bill, other] = bills
  await step(ministry, 'FINANCE', bills)
  await giveBack(await ministry.as('NCCP'), bills.slice(0, 1), WHY)
})
afterAll(() => ministry.end())

const idOf = (one: Bill | undefined) => one?.id ?? ''
const ANSWER = '/api/coestaff/billings/answer'
const detailOf = async (role: string, one = bill) =>
  (await (await ministry.as(role)).get(`/api/transactions/${idOf(one)}`, TransactionDetail)).data
const waiting = async (second?: 2) =>
  (await (await ministry.as('COE_STAFF', second)).get('/api/coestaff/returned', ReturnedBills)).data

/** Since when the bill waits, as its chain says; once it is ready the initiator's home says the same. */
async function waitsSince(): Promise<string | null> {
  const { data } = await (await ministry.as('FINANCE')).get('/api/fanda/payment/waiting', WaitingAnswer)
  const [first] = (await detailOf('FINANCE')).chain
  const [initiate] = data
  if (initiate?.transactions === 1) expect(initiate.since).toBe(first?.waiting_since)
  else expect(initiate?.beside.returned).toEqual({ transactions: 1, total: bill?.total })
  return first?.waiting_since ?? null
}

const Rows = z.object({ data: z.object({ data: z.array(z.object({ id: z.string(), status: z.string() })) }) })
const listed = async (role: string, path: string, status: string) =>
  (await (await ministry.as(role)).get(`${path}?status=${encodeURIComponent(status)}`, Rows)).data.data
const QUEUE = '/api/report/transactions/consolidated'

async function uploaded(role: string, name: string): Promise<string> {
  const sent = await upload(ministry.demo, await ministry.demo.as(role), name, Buffer.from(`%PDF-1.7\n% ${name}\n`))
  return sent.json<{ document: { id: string } }>().document.id
}

async function paymentOf(role: string) {
  const { payment_id: id } = await detailOf('FINANCE', other)
  return (await (await ministry.as(role)).get(`/api/fanda/payment/${id}`, PaymentDetail)).data
}

test('what was sent back waits, with its reason, for the hospital that billed it, and for nobody else', async () => {
  expect(await waiting()).toEqual({ returned: 1, total: bill?.total, since: expect.any(String) })
  expect(await waiting(2)).toEqual({ returned: 0, total: '0.00', since: null })
  const { returned, status, created_at: billedAt } = await detailOf('COE_STAFF')
  expect(status).toBe('returned')
  // Since then it waits, there and for who may initiate it: not since it was billed.
  expect((await waiting()).since).toBe(returned?.at)
  expect(await waitsSince()).toBe(returned?.at)
  expect(returned?.at).not.toBe(billedAt)
  expect(returned).toMatchObject({ by: 'Halima Sule', reason: WHY, answers: [] })
  expect(await listed('COE_STAFF', '/api/coestaff/transactions', 'returned')).toEqual([
    expect.objectContaining({ id: idOf(bill), status: 'returned' }),
  ])
  // It is the hospital's turn: the list has it as returned, and no more as what was never initiated.
  expect(await listed('FINANCE', QUEUE, 'billed')).toEqual([])
  expect(await listed('FINANCE', QUEUE, 'returned')).toEqual([expect.objectContaining({ id: idOf(bill) })])
  expect(await listed('FINANCE', QUEUE, 'answered')).toEqual([])
})

const NOTICES = '/api/notification/transactions'
const noticesOf = async (role: string, second?: 2) =>
  (await (await ministry.as(role, second)).get(NOTICES, BillNotices)).data
const countedFor = async (role: string, second?: 2) =>
  (await (await ministry.as(role, second)).get('/api/uimenu', MenuAnswer)).data.find(({ link }) =>
    link.startsWith('/coestaff/billing'),
  )?.waiting

test('the bell and the menu tell whoever bills at that hospital, each until they have read it, and nobody else', async () => {
  const told = { id: idOf(bill), kind: 'returned', transaction_id: bill?.reference, total: bill?.total, is_read: false }
  for (const role of ['COE_STAFF', 'DOCTOR', 'PHARMACIST']) {
    expect(await noticesOf(role), role).toMatchObject([{ ...told, created_at: (await waiting()).since }])
    expect(await countedFor(role), role).toBe(1)
  }
  for (const role of ['FINANCE', 'NCCP', 'AUDITOR', 'SUPER_ADMIN', 'MDT', 'PATIENT'])
    expect(
      (await noticesOf(role)).filter(({ kind }) => kind === 'returned'),
      role,
    ).toEqual([])
  expect(await noticesOf('COE_STAFF', 2)).toEqual([])
  expect(await countedFor('COE_STAFF', 2)).toBe(0)
  const [notice] = await noticesOf('COE_STAFF')
  await (await ministry.as('COE_STAFF')).post(`${NOTICES}/read`, NoticesRead, { until: notice?.created_at })
  expect(await noticesOf('COE_STAFF')).toEqual([{ ...notice, is_read: true }])
  expect(await noticesOf('PHARMACIST')).toEqual([notice])
  // However old: it waits until it is answered, and what was read stays read.
  const { pool, now } = ministry.demo.context
  const age = "update transaction set stands_since = stands_since - interval '30 days' where id = $1"
  const back = "update transaction set stands_since = stands_since + interval '30 days' where id = $1"
  await pool.query(age, [idOf(bill)])
  await pool.query("update notices_read set read_until = read_until - interval '30 days'")
  await keepHouse({ ...ministry.demo.context, now }, new AbortController().signal)
  expect(await noticesOf('COE_STAFF')).toMatchObject([{ id: idOf(bill), is_read: true }])
  await pool.query(back, [idOf(bill)])
})

test('a payment names which bill was sent back out of it, by whom and why; who sees nothing personal reads no reason', async () => {
  const named = { id: idOf(bill), transaction_id: bill?.reference, total: bill?.total, by: 'Halima Sule' }
  const whole = { ...named, at: expect.any(String), answered_at: null }
  expect((await paymentOf('FINANCE')).returned_transactions).toEqual([{ ...whole, reason: WHY }])
  expect((await paymentOf('ANALYST')).returned_transactions).toEqual([{ ...whole, reason: null }])
  expect((await detailOf('ANALYST')).returned).toMatchObject({ reason: null })
})

test('nobody answers for another hospital, what was not returned, without a word, or with what is not theirs', async () => {
  const [staff, stranger] = [await ministry.as('COE_STAFF'), await ministry.as('COE_STAFF', 2)]
  const answer = { transaction_id: idOf(bill), answer: SAID }
  expect(await refusedOf(stranger.send('POST', ANSWER, answer))).toMatchObject({ status: 404 })
  expect((await (await ministry.as('FINANCE')).send('POST', ANSWER, answer)).status).toBe(403)
  expect(await refusedOf(staff.send('POST', ANSWER, { ...answer, transaction_id: idOf(other) }))).toMatchObject({
    status: 409,
    message: 'Someone was faster: the bill is initiated again',
  })
  const silent = await refusedOf(staff.send('POST', ANSWER, { ...answer, answer: ' ' }))
  expect(silent).toMatchObject({ status: 422, errors: { answer: ["Write the hospital's answer"] } })
  const documents = [{ document_id: await uploaded('DOCTOR', 'theirs.pdf'), document_name: 'Histology' }]
  expect(await refusedOf(staff.send('POST', ANSWER, { ...answer, documents }))).toMatchObject({ status: 422 })
  expect((await detailOf('COE_STAFF')).returned?.answers).toEqual([])
})

test('the hospital attaches what was missing and answers; who pays reads both and initiates it again', async () => {
  const staff = await ministry.as('COE_STAFF')
  const document_id = await uploaded('COE_STAFF', 'histology.pdf')
  const documents = [{ document_id, document_name: 'Histology' }]
  const body = { transaction_id: bill?.reference ?? '', answer: SAID, documents }
  const done = await staff.post(ANSWER, Done, body, 'one-answer')
  expect(done.message).toBe(`The return of ${bill?.reference} has been answered`)
  // The same again is the same.
  expect(await staff.post(ANSWER, Done, body, 'one-answer')).toMatchObject({ message: done.message })

  const detail = await detailOf('FINANCE')
  expect(detail).toMatchObject({ status: 'answered', documents: [{ document_name: 'Histology' }] })
  expect(detail.returned?.answers).toEqual([
    { by: 'Sani Abubakar', at: expect.any(String), answer: SAID, documents: 1 },
  ])
  expect(detail.history[0]).toMatchObject({
    what: 'The hospital answered the return, with 1 document more',
    ...{ who: 'Sani Abubakar', why: SAID, permission: 'BILL_SERVICES' },
  })
  const masked = await detailOf('ANALYST')
  expect(masked.returned?.answers).toEqual([
    { by: 'Sani Abubakar', at: expect.any(String), answer: null, documents: 1 },
  ])
  expect(JSON.stringify(masked)).not.toContain(SAID)
  const opened = await (await ministry.demo.as('FINANCE')).get(`/api/documents/${document_id}`)
  expect(opened.body).toContain('histology.pdf')

  expect(await waiting()).toMatchObject({ returned: 0 })
  expect([await noticesOf('PHARMACIST'), await countedFor('PHARMACIST')]).toEqual([[], 0])
  expect(await waitsSince()).toBe(detail.returned?.answers[0]?.at)
  expect(await listed('FINANCE', QUEUE, 'answered')).toEqual([expect.objectContaining({ status: 'answered' })])
  expect((await paymentOf('FINANCE')).returned_transactions).toMatchObject([{ answered_at: expect.any(String) }])
  if (bill) await step(ministry, 'FINANCE', [bill])
  const begun = await detailOf('FINANCE')
  expect(begun).toMatchObject({ status: 'payment initiated', returned: null, returns: 1 })
  expect(begun.chain[1]).toMatchObject({ state: 'current', waiting_since: begun.payment_initiated_on })
  expect(await refusedOf(staff.send('POST', ANSWER, { ...body, documents: [] }))).toMatchObject({ status: 409 })
})

test('what was returned and is put on an invoice instead waits for no answer any more, in bell, menu and lists', async () => {
  const asked = await ministry.billServices(3)
  await step(ministry, 'FINANCE', [asked])
  await giveBack(await ministry.as('NCCP'), [asked], WHY)
  const told = async () => (await noticesOf('PHARMACIST')).filter(({ id }) => id === asked.id)
  const before = (await countedFor('PHARMACIST')) ?? 0
  expect(await told()).toHaveLength(1)
  expect(await listed('FINANCE', QUEUE, 'returned')).toContainEqual(expect.objectContaining({ id: asked.id }))
  await generate(ministry)
  expect([await told(), (await waiting()).returned]).toEqual([[], await countedFor('PHARMACIST')])
  expect(await countedFor('PHARMACIST')).toBeLessThan(before)
  const detail = await detailOf('FINANCE', asked)
  expect(detail).toMatchObject({ status: 'billed', invoice_id: expect.any(String) })
  // It waits for the CMD, and is late with nobody.
  expect(detail.chain[0]).toMatchObject({ state: 'current', may_act: ['Head of hospital (CMD)'], is_late: false })
  expect(await listed('FINANCE', QUEUE, 'returned')).not.toContainEqual(expect.objectContaining({ id: asked.id }))
})
