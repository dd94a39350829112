import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportPage, ReportTotals } from '#api/contracts/report.ts'
import {
  InvoiceDone,
  InvoiceLineRow,
  InvoicesWaiting,
  InvoiceVerified,
  ReturnedInvoices,
} from '#api/money/contracts/invoice.ts'
import { PaymentRow } from '#api/money/contracts/payment.ts'
import { TransactionDetail, TransactionRow } from '#api/money/contracts/transaction.ts'
import { WaitingAnswer } from '#api/money/contracts/waiting.ts'
import { nairaInWords } from '#domain/kernel/naira-in-words.ts'
import { formatNaira, kobo, parseNaira } from '#domain/kernel/money.ts'
import { INVOICE_STEPS } from '#domain/money/invoice/chain.ts'
import {
  type Bill,
  bodyOf,
  type Ministry,
  refusedOf,
  startMinistry,
  step as stepOnBills,
  STEP_PATHS,
} from '#tests/api/money/payments/ministry.ts'
import {
  detailOfInvoice,
  dispute,
  generate,
  GENERATE,
  giveBackInvoice,
  invoicesOf,
  naira,
  periodOf,
  preflightOf,
  previewOf,
  RETURN,
  STEP_PEOPLE,
  take,
  takeFrom,
} from './invoicing.ts'
import { INVOICE_STEP_PATHS } from '#api/money/contracts/invoice-steps.ts'

let ministry: Ministry
beforeAll(async () => {
  ministry = await startMinistry()
})
afterAll(() => ministry.end())

/** The steps of the ministry as the spec has them, each by its call. */
const IN_WORDS: Readonly<Record<string, string>> = {
  '/api/invoices/initiate': 'cmd approved -> Initiate -> payment initiated',
  '/api/invoices/recommend': 'payment initiated -> Recommend -> payment recommended',
  '/api/invoices/approve': 'payment recommended -> Approve -> payment approved',
  '/api/invoices/dfa_recommend': 'payment approved -> Recommend -> dfa approved',
  '/api/invoices/permsec_approve': 'dfa approved -> Approve Payment -> permsec approved',
}
const statusOf = async (bill: Bill) =>
  (await (await ministry.as('FINANCE')).get(`/api/transactions/${bill.id}`, TransactionDetail)).data
const waitingInvoices = async (role: string, second?: 2) =>
  (await (await ministry.as(role, second)).get('/api/invoices/waiting', InvoicesWaiting)).data

test('an invoice is told before it exists, holds what is free of the period, and says what it left out and why', async () => {
  const [service, drugs] = [await ministry.billServices(2), await ministry.billDrugs(3)]
  const [disputed, initiated] = [await ministry.billServices(1), await ministry.billServices(4)]
  await dispute(ministry, disputed)
  await stepOnBills(ministry, 'FINANCE', [initiated])
  const elsewhere = await ministry.billServices(1, 2)

  const told = await previewOf(ministry)
  expect(told).toMatchObject({ count: 2, total: naira(service.total, drugs.total), is_cmd: false })
  expect(told.transactions.map(({ id, type, total }) => [id, type, total])).toEqual([
    [service.id, 'Hospital Service', service.total],
    [drugs.id, 'Drug', drugs.total],
  ])
  expect(told.left_out).toEqual([
    {
      ...{ id: disputed.id, transaction_id: disputed.reference, total: disputed.total },
      reason: 'It is disputed. Payment is paused until the dispute is resolved.',
    },
    {
      ...{ id: initiated.id, transaction_id: initiated.reference, total: initiated.total },
      reason: 'It is initiated: payment has already started',
    },
  ])
  expect(told.left_out_total).toBe(naira(disputed.total, initiated.total))

  const clerk = await ministry.as('COE_STAFF')
  // As it was told, or not at all.
  const body = { ...periodOf(ministry), count: 2, total: naira(told.total, '1.00') }
  expect(await refusedOf(clerk.send('POST', GENERATE, body))).toMatchObject({
    status: 409,
    message: `The bills have changed since you looked: now 2 for NGN ${formatNaira(parseNaira(told.total))}. Nothing was saved.`,
  })
  const bare = await refusedOf(clerk.send('POST', GENERATE, { startDate: ministry.today }))
  expect(bare).toMatchObject({
    status: 422,
    errors: { endDate: ['You must select a start and end date to generate invoice'] },
  })
  const backwards = { startDate: ministry.today, endDate: '2020-01-01' }
  expect(await refusedOf(clerk.send('POST', GENERATE, backwards))).toMatchObject({
    errors: { endDate: ['The end date is before the start date'] },
  })

  const made = await generate(ministry)
  expect(made).toMatchObject({ message: 'Invoice generated successfully', is_under_way: false })
  expect(made.invoice).toMatchObject({
    ...{ id: made.id, status: 'pending', waits_for: 'pending', transactions_count: 2, computed_total: told.total },
    ...{ start_date: ministry.today, end_date: ministry.today, left_out_count: 2, dropped_count: 0, under_way: null },
    ...{ coe: { id: ministry.coeId }, cmd: { id: null, name: null }, generated_by: 'Sani Abubakar' },
  })
  expect(made.invoice?.invoice_number).toMatch(/^INV-\d{4}-\d{6}$/)

  // Each hospital its own; whoever is not of it finds nothing.
  for (const path of ['/api/invoices', `/api/coes/${ministry.coeId}/invoice`]) {
    expect((await invoicesOf(ministry, 'COE_ADMIN', path)).map(({ id }) => id)).toEqual([made.id])
    expect((await invoicesOf(ministry, 'NCCP', path)).map(({ id }) => id)).toEqual([made.id])
  }
  expect(await invoicesOf(ministry, 'COE_ADMIN', '/api/invoices', 2)).toEqual([])
  const other = await ministry.as('COE_ADMIN', 2)
  for (const path of [
    `/api/invoices/${made.id}`,
    `/api/invoices/${made.id}/transactions`,
    `/api/coes/${ministry.coeId}/invoice`,
  ])
    expect([path, (await other.send('GET', path)).status]).toEqual([path, 404])
  expect((await other.send('POST', INVOICE_STEP_PATHS.cmd, { invoice_id: made.id })).status).toBe(404)
  expect((await other.send('POST', RETURN, { invoice_id: made.id, reason: 'Mine' })).status).toBe(404)

  // What is on it is on no other, waits for nobody alone, and is refused by every other way.
  const onInvoice = `This bill is on ${made.invoice?.invoice_number}. Process that invoice instead.`
  const again = await previewOf(ministry)
  expect(again.count).toBe(0)
  expect(again.left_out.find(({ id }) => id === service.id)).toMatchObject({ reason: onInvoice })
  expect(await refusedOf(clerk.send('POST', GENERATE, periodOf(ministry)))).toMatchObject({
    status: 422,
    message: 'No bill of this period can go on an invoice',
  })
  const finance = await ministry.as('FINANCE')
  const waits = (await finance.get('/api/fanda/payment/waiting', WaitingAnswer)).data
  expect(waits.find(({ step }) => step === 'initiate')).toMatchObject({ transactions: 1, total: elsewhere.total })
  expect((await finance.send('POST', STEP_PATHS.FINANCE, bodyOf(ministry, [service]))).body).toMatchObject({
    errors: { transactions: [expect.stringContaining(onInvoice)] },
  })
  const raise = { transaction_id: service.id, comment: 'Not given' }
  expect((await refusedOf(finance.send('POST', '/api/transactions/dispute', raise))).message).toContain(onInvoice)
  expect(await statusOf(service)).toMatchObject({
    ...{ status: 'billed', invoice_id: made.id, invoice_number: made.invoice?.invoice_number, cmd_approved_on: null },
  })
  const found = `/api/transactions?search=${made.invoice?.invoice_number}`
  const rows = (await finance.get(found, reportPage(TransactionRow))).data.data
  expect(rows.map(({ id }) => id).toSorted()).toEqual([service.id, drugs.id].toSorted())

  // Its record has all that its paper says, by its number as well as by its id.
  const detail = await detailOfInvoice(ministry, made.invoice?.invoice_number ?? '')
  expect(detail.transactions.map(({ transaction_id: of, is_drug: isDrug, cost }) => [of, isDrug, cost])).toEqual([
    [service.reference, false, service.total],
    [drugs.reference, true, drugs.total],
  ])
  expect(detail.transactions[0]).toMatchObject({
    drug_id: null,
    service: { service_name: expect.any(String) },
    quantity: 2,
  })
  expect(detail.groups.map(({ kind, quantity, bills, total }) => [kind, quantity, bills, total])).toEqual([
    ['service', 2, 1, service.total],
    ['drug', 3, 1, drugs.total],
  ])
  for (const { price, quantity, total } of detail.groups)
    expect(naira(...Array.from({ length: quantity }, () => price))).toBe(total)
  expect(naira(...Object.values(detail.shares))).toBe(detail.computed_total)
  expect(detail).toMatchObject({
    are_shares_fixed: false,
    dropped: [],
    returned: null,
    paid_at: { coe_id: ministry.coeId },
  })
  expect(detail.left_out.map(({ transaction_id: of, reason }) => [of, reason])).toEqual([
    [disputed.reference, 'It is disputed'],
    [initiated.reference, 'Its payment has started or is done'],
  ])
  expect(detail.total_in_words).toBe(nairaInWords(parseNaira(detail.computed_total) ?? kobo(0)))
  expect(detail.steps.map(({ step, state }) => [step, state])).toEqual(
    INVOICE_STEPS.map((step) => [step, step === 'cmd' ? 'current' : 'waiting']),
  )
  expect(detail.history.at(-1)?.what).toContain('2 transactions; 2 transactions of the period left out')
  const lines = await finance.get(`/api/invoices/${made.id}/transactions?status=on`, reportPage(InvoiceLineRow))
  expect(lines.data.data.map(({ id }) => id).toSorted()).toEqual([service.id, drugs.id].toSorted())

  // Back to the hospital for a better one.
  await giveBackInvoice(ministry, 'COE_ADMIN', made.id, 'The second bill belongs to next month')
})

test('every step is taken by another person, takes the transactions along, and the last one pays once', async () => {
  const bills = [await ministry.billServices(3), await ministry.billDrugs(5)]
  const made = await generate(ministry)
  const number = made.invoice?.invoice_number ?? ''
  const total = made.invoice?.computed_total ?? ''
  expect(made.invoice?.transactions_count).toBeGreaterThanOrEqual(2)

  // The CMD's turn: nobody of the ministry's yet, and all are told whose.
  const early = await refusedOf(
    (await ministry.as('FINANCE')).send('POST', INVOICE_STEP_PATHS.initiate, { invoice_id: number }),
  )
  expect(early.status).toBe(422)
  expect(await preflightOf(ministry, 'FINANCE', 'initiate', [made.id])).toMatchObject({
    ...{ done: 0, refused: 1, refused_total: total },
    outcomes: [{ id: made.id, invoice_number: number, outcome: 'refused', reason: early.message, becomes: null }],
  })
  expect(await waitingInvoices('FINANCE')).toEqual([])
  expect(await waitingInvoices('COE_ADMIN', 2)).toEqual([])
  expect(await waitingInvoices('COE_ADMIN')).toMatchObject([{ step: 'cmd', invoices: 1, total }])

  const said: Record<string, string> = {}
  for (const [place, step] of INVOICE_STEPS.entries()) {
    const role = STEP_PEOPLE[step]
    expect([step, await waitingInvoices(role)]).toMatchObject([step, [{ step, invoices: 1, total }]])
    const before = await preflightOf(ministry, role, step, [number])
    expect(before).toMatchObject({ done: 1, done_total: total, outcomes: [{ outcome: 'done', reason: null }] })
    expect(before.outcomes[0]?.acts.map((act) => act.step)).toEqual(['generate', ...INVOICE_STEPS.slice(0, place)])
    const { status: from } = await detailOfInvoice(ministry, number)
    const taken = await take(ministry, step, place % 2 === 0 ? number : made.id)
    const words = IN_WORDS[INVOICE_STEP_PATHS[step]] ?? 'pending -> the word of the CMD -> cmd approved'
    const [asked, , becomes] = words.split(' -> ')
    expect([from, taken.invoice?.status], words).toEqual([asked, becomes])
    said[step] = taken.message
    expect([step, taken.invoice?.status, taken.is_under_way]).toEqual([step, before.outcomes[0]?.becomes, false])
    for (const bill of bills) {
      const { status, cmd_approved_on: cmd } = await statusOf(bill)
      expect([step, status]).toEqual([step, step === 'cmd' ? 'billed' : taken.invoice?.status])
      expect(cmd).not.toBeNull()
    }
    // Once is once, whoever asks again.
    const twice = await refusedOf(
      (await ministry.as(role)).send('POST', INVOICE_STEP_PATHS[step], { invoice_id: number }),
    )
    expect([step, [409, 422].includes(twice.status)]).toEqual([step, true])
    expect(await waitingInvoices(role)).toEqual([])
  }
  expect(said).toEqual({
    cmd: 'Invoice has been approved by the CMD',
    initiate: 'Invoice has been initiated.',
    recommend: 'Invoice has been recommended.',
    approve: 'Invoice has been approved. A notification has been sent to DFA',
    dfa: 'Invoice has been recommended.',
    permsec: 'Payment has been disbursed',
  })

  const detail = await detailOfInvoice(ministry, number)
  expect(detail).toMatchObject({
    ...{ status: 'permsec approved', waits_for: null, are_shares_fixed: true, cmd: { name: 'Ahmed Tukur' } },
    steps: INVOICE_STEPS.map((step) => ({ step, state: 'done' })),
  })
  expect(detail.payment_number).toMatch(/^PAY-\d{4}-\d{6}$/)
  const finance = await ministry.as('FINANCE')
  const payments = (await finance.get(`/api/fanda/payment?search=${detail.payment_number}`, reportPage(PaymentRow)))
    .data.data
  expect(payments).toMatchObject([
    {
      ...{ id: detail.payment_id, invoice_number: number, status: 'permsec approved', paid_total: total, total },
      transactions: detail.transactions_count,
    },
  ])
  // Who makes invoices reads what is unpaid of the own hospital; who sees its figures all of it (E115).
  const history = `/api/coes/${ministry.coeId}/billings`
  const listed = async (role: string) =>
    (await (await ministry.as(role)).get(history, reportPage(TransactionRow))).data.data.map(({ id }) => id)
  const ids = bills.map(({ id }) => id)
  const [unpaid, all] = [await listed('COE_STAFF'), await listed('COE_ADMIN')]
  expect([ids.filter((id) => unpaid.includes(id)), ids.filter((id) => all.includes(id))]).toEqual([[], ids])
  // Paper and log agree: to anybody who is signed in and has it; of a wrong hash nothing is told.
  const patient = await ministry.as('PATIENT')
  const verify = `/api/invoices/verify/${number}/`
  expect((await patient.get(`${verify}${detail.hash}`, InvoiceVerified)).data).toEqual({
    ...{ agrees: true, invoice_number: number, computed_total: total, status: 'permsec approved' },
    coe_name: detail.coe.coe_name,
  })
  for (const hash of ['0'.repeat(64), 'nothing'])
    expect((await patient.get(`${verify}${hash}`, InvoiceVerified)).data).toEqual({
      ...{ agrees: false, invoice_number: null, coe_name: null, computed_total: null, status: null },
    })
})

test('what is returned is released, with the reason for all who may read it, and comes on the next invoice', async () => {
  const bill = await ministry.billServices(6)
  const made = await generate(ministry, 'COE_ADMIN')
  // The CMD's own generating is the hospital's word.
  expect(made.invoice, 'none -> generate -> cmd approved').toMatchObject({
    status: 'cmd approved',
    cmd: { name: 'Ahmed Tukur' },
    waits_for: 'cmd approved',
  })
  await takeFrom(ministry, 'initiate', 'recommend', made.id)
  const dhs = await ministry.as('DHS')
  expect(await refusedOf(dhs.send('POST', RETURN, { invoice_id: made.id }))).toMatchObject({
    errors: { reason: ['A reason is required'] },
  })
  const finance = await ministry.as('FINANCE')
  expect((await finance.send('POST', RETURN, { invoice_id: made.id, reason: 'Mine' })).status).toBe(422)
  const back = await giveBackInvoice(ministry, 'DHS', made.id, 'The quantities do not match')
  expect(back.invoice).toMatchObject({ status: 'returned', returned_by: 'Usman Shehu', waits_for: null })
  const detail = await detailOfInvoice(ministry, made.id)
  expect(detail.returned).toMatchObject({ by: 'Usman Shehu', reason: 'The quantities do not match' })
  expect(detail.transactions.map(({ id }) => id)).toContain(bill.id)
  // Who reads no notes of bills reads no reason either, wherever it stands.
  const masked = await detailOfInvoice(ministry, made.id, 'ANALYST')
  expect(masked.returned).toMatchObject({ by: 'Usman Shehu', reason: null })
  expect(JSON.stringify(masked)).not.toContain('The quantities do not match')
  const pastOf = async (role: string) =>
    (await (await ministry.as(role)).get(`/api/transactions/${bill.id}`, TransactionDetail)).data.history
  expect((await pastOf('FINANCE'))[0]).toMatchObject({
    what: `Released by the return of its invoice ${detail.invoice_number}; it was recommended`,
    why: 'The quantities do not match',
  })
  expect(JSON.stringify(await pastOf('ANALYST'))).not.toContain('The quantities do not match')
  expect(await statusOf(bill)).toMatchObject({ status: 'billed', invoice_id: null, payment_id: null, returns: 1 })
  const payment = (await finance.get(`/api/fanda/payment?search=${detail.payment_number}`, reportPage(PaymentRow))).data
    .data
  expect(payment).toMatchObject([{ status: 'returned', transactions: 0, returned_total: detail.returned_total }])
  for (const step of INVOICE_STEPS)
    expect(
      (await (await ministry.as(STEP_PEOPLE[step])).send('POST', INVOICE_STEP_PATHS[step], { invoice_id: made.id }))
        .status,
    ).not.toBe(200)
  const next = await generate(ministry, 'COE_ADMIN')
  expect((await detailOfInvoice(ministry, next.id)).transactions.map(({ id }) => id)).toContain(bill.id)
  // A bill that has been on two invoices is counted once.
  const list = `/api/coes/${ministry.coeId}/invoice`
  const [rows, totals] = [
    await invoicesOf(ministry, 'FINANCE', list),
    await finance.get(`${list}/totals`, ReportTotals),
  ]
  const of = (id: string) => rows.find((row) => row.id === id)
  expect(of(made.id)).toMatchObject({
    ...{ computed_total: '0.00', transactions_count: 0, generated_again: null },
    ...{ returned_total: detail.returned_total, returned_count: detail.transactions.length },
  })
  expect(naira(...rows.map((row) => row.computed_total))).toBe(totals.data.totals['computed_total'])
  expect(of(next.id)?.returned_total).toBe('0.00')
})

test('a returned invoice stays with its hospital until it is generated again, with bills left off for a reason', async () => {
  const [bad, good] = [await ministry.billServices(7), await ministry.billServices(8)]
  const former = await generate(ministry)
  const number = former.invoice?.invoice_number ?? ''
  const clerk = await ministry.as('COE_STAFF')
  const open = async (second?: 2) =>
    (await (await ministry.as('COE_STAFF', second)).get('/api/invoices/returned', ReturnedInvoices)).data
  expect((await open()).map(({ id }) => id)).not.toContain(former.id)
  const again = { ...periodOf(ministry), replaces: number }
  expect(await refusedOf(clerk.send('POST', GENERATE, again))).toMatchObject({
    status: 409,
    message: 'Only a returned invoice of the same hospital and period can be generated again',
  })

  await giveBackInvoice(ministry, 'COE_ADMIN', former.id, 'One bill has no documents')
  expect((await open()).find(({ id }) => id === former.id)).toMatchObject({
    ...{ invoice_number: number, transactions_count: former.invoice?.transactions_count },
    ...{ returned_total: former.invoice?.computed_total, start_date: ministry.today, end_date: ministry.today },
  })
  expect(await open(2)).toEqual([])

  const told = await previewOf(ministry)
  const body = {
    ...again,
    count: told.count - 1,
    total: naira(...told.transactions.filter(({ id }) => id !== bad.id).map(({ total }) => total)),
  }
  const leftOff = (transaction_id: string, reason = 'left_off_documents_missing') => ({
    ...body,
    left_off: [{ transaction_id, reason }],
  })
  const isWrong = { status: 422, errors: { left_off: [expect.any(String)] } }
  expect(await refusedOf(clerk.send('POST', GENERATE, leftOff('nothing')))).toMatchObject(isWrong)
  expect((await clerk.send('POST', GENERATE, leftOff(bad.id, 'because'))).status).toBe(422)
  const made = (await clerk.post(GENERATE, InvoiceDone, leftOff(bad.id))).data
  const detail = await detailOfInvoice(ministry, made.id)
  const on = detail.transactions.map(({ id }) => id)
  expect([on.includes(good.id), on.includes(bad.id)]).toEqual([true, false])
  expect(detail.left_out.find(({ id }) => id === bad.id)?.reason).toBe(
    'Left off by the hospital: Documents are missing',
  )
  expect(detail.history.at(-1)?.what).toContain(`it replaces ${number}, which was returned`)
  expect((await detailOfInvoice(ministry, former.id)).generated_again).toBe(detail.invoice_number)
  expect((await open()).map(({ id }) => id)).not.toContain(former.id)
  // What was left off is free for the next one.
  expect((await previewOf(ministry)).transactions.map(({ id }) => id)).toContain(bad.id)

  // One that replaces none takes the bills of a returned one too: should it be returned, they are its own alone.
  await giveBackInvoice(ministry, 'COE_ADMIN', made.id, 'The wrong month')
  const unrelated = await generate(ministry)
  await giveBackInvoice(ministry, 'COE_ADMIN', unrelated.id, 'A page is missing')
  const ours = new Set([former.id, made.id, unrelated.id])
  expect((await open()).filter(({ id }) => ours.has(id)).map(({ id }) => id)).toEqual([unrelated.id])
})
