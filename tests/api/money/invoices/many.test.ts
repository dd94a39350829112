import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportPage, ReportTotals } from '#api/contracts/report.ts'
import { InvoiceDetail, InvoiceDone, type InvoiceRow } from '#api/money/contracts/invoice.ts'
import { INVOICE_STEP_PATHS } from '#api/money/contracts/invoice-steps.ts'
import { PaymentRow } from '#api/money/contracts/payment.ts'
import { INVOICE_CHAIN, INVOICE_STEPS } from '#domain/money/invoice/chain.ts'
import { manyBills } from '#tests/api/money/payments/many-bills.ts'
import { type Ministry, startMinistry } from '#tests/api/money/payments/ministry.ts'
import { generate, invoicesOf, STEP_PEOPLE } from './invoicing.ts'

/** More than what an answer waits for (0109), several times; as many as a period has of a large hospital by hand: BILLS=2000. */
const MANY = Number(process.env['BILLS'] ?? 600)
/** Of two naira each. */
const TOTAL = `${2 * MANY}.00`

let ministry: Ministry
beforeAll(async () => {
  ministry = await startMinistry()
})
afterAll(() => ministry.end())

/** Looks at the list until what is under way has ended; every look says how far it is, and never less than before. */
async function untilDone(id: string, role: string): Promise<InvoiceRow> {
  for (let done = 0; ;) {
    const row = (await invoicesOf(ministry, role)).find((one) => one.id === id)
    if (row === undefined) throw new Error('It is not on the list')
    if (row.under_way === null) return row
    expect(row.under_way_of).toBe(MANY)
    expect(row.under_way_done ?? -1).toBeGreaterThanOrEqual(done)
    done = row.under_way_done ?? 0
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Somebody holds the lists up meanwhile: what is done is shown by none of them. */
async function whileHeldUp<T>(act: () => Promise<T>): Promise<T> {
  const client = new pg.Client(ministry.demo.database.superuserUrl)
  await client.connect()
  try {
    await client.query('begin; lock table "transaction" in exclusive mode')
    return await act()
  } finally {
    await client.end()
  }
}

test(`${MANY} bills come on one invoice and are paid as one, whoever looks meanwhile is told how far it is`, async () => {
  await manyBills(ministry, MANY, 2)
  const seconds: Record<string, string> = {}
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now()
    const result = await work()
    seconds[what] = ((performance.now() - from) / 1000).toFixed(1)
    return result
  }
  const made = await timed('generate, answered', () => generate(ministry))
  const { id } = made
  await timed('generate, done', () => untilDone(id, 'COE_ADMIN'))
  for (const step of INVOICE_STEPS) {
    const person = await ministry.as(STEP_PEOPLE[step])
    const answered = () => person.post(INVOICE_STEP_PATHS[step], InvoiceDone, { invoice_id: id })
    const { data } = await timed(`${step}, answered`, () => (step === 'dfa' ? whileHeldUp(answered) : answered()))
    expect(data.id).toBe(id)
    if (step === 'dfa') expect(data).toMatchObject({ is_under_way: true })
    const row = await timed(`${step}, done`, () => untilDone(id, STEP_PEOPLE[step]))
    expect([step, row.status, row.transactions_count]).toEqual([step, INVOICE_CHAIN.link(step).status, MANY])
  }
  console.log(JSON.stringify(seconds))
  const finance = await ministry.as('FINANCE')
  const { data: detail } = await finance.get(`/api/invoices/${id}`, InvoiceDetail)
  expect(detail).toMatchObject({
    ...{ computed_total: TOTAL, transactions_count: MANY, dropped_count: 0, left_out: [] },
    groups: [{ name: 'Scan', quantity: 2 * MANY, bills: MANY, total: TOTAL }],
    shares: { coe: TOTAL },
  })
  expect(detail.transactions.length).toBe(MANY)
  const { totals, total } = (await finance.get(`/api/invoices/${id}/transactions/totals`, ReportTotals)).data
  expect([total, totals['total']]).toEqual([MANY, TOTAL])
  const payments = (await finance.get('/api/fanda/payment', reportPage(PaymentRow))).data.data
  expect(payments).toMatchObject([{ invoice_number: detail.invoice_number, paid: MANY, paid_total: TOTAL }])
}, 600_000)
