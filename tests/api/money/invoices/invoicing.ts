import { Done } from '#api/contracts/done.ts'
import { reportPage } from '#api/contracts/report.ts'
import {
  InvoiceActsPreview,
  type InvoiceActName,
  InvoiceDetail,
  InvoiceDone,
  InvoicePreview,
  InvoiceRow,
} from '#api/money/contracts/invoice.ts'
import { INVOICE_STEP_PATHS } from '#api/money/contracts/invoice-steps.ts'
import { formatNaira, kobo, parseNaira } from '#domain/kernel/money.ts'
import { INVOICE_STEPS, type InvoiceStep } from '#domain/money/invoice/chain.ts'
import type { Bill, Ministry } from '#tests/api/money/payments/ministry.ts'

export const GENERATE = '/api/coes/invoice'
export const RETURN = '/api/invoices/return'

/** Who takes each step. */
export const STEP_PEOPLE = {
  cmd: 'COE_ADMIN',
  initiate: 'FINANCE',
  recommend: 'NCCP',
  approve: 'DHS',
  dfa: 'DFA',
  permsec: 'PERMSEC',
} as const satisfies Record<InvoiceStep, string>

export const naira = (...texts: readonly string[]) =>
  formatNaira(kobo(texts.reduce((sum, text) => sum + (parseNaira(text) ?? 0), 0))).replaceAll(',', '')

export const periodOf = ({ today }: Ministry) => ({ startDate: today, endDate: today })

export async function previewOf(ministry: Ministry, role = 'COE_STAFF', second?: 2) {
  const { startDate, endDate } = periodOf(ministry)
  const person = await ministry.as(role, second)
  return (await person.get(`${GENERATE}/preview?startDate=${startDate}&endDate=${endDate}`, InvoicePreview)).data
}

/** Generates an invoice of today's free bills; by the CMD it is approved at once. */
export async function generate(ministry: Ministry, role = 'COE_STAFF', second?: 2) {
  const person = await ministry.as(role, second)
  const { message, data } = await person.post(GENERATE, InvoiceDone, periodOf(ministry))
  return { message, ...data }
}

/** The person of a step takes it. */
export async function take(ministry: Ministry, step: InvoiceStep, invoice_id: string) {
  const person = await ministry.as(STEP_PEOPLE[step])
  const { message, data } = await person.post(INVOICE_STEP_PATHS[step], InvoiceDone, { invoice_id })
  return { message, ...data }
}

/** Every step from one to another. */
export async function takeFrom(ministry: Ministry, from: InvoiceStep, to: InvoiceStep, id: string): Promise<void> {
  for (const step of INVOICE_STEPS.slice(INVOICE_STEPS.indexOf(from), INVOICE_STEPS.indexOf(to) + 1))
    await take(ministry, step, id)
}

export const giveBackInvoice = async (ministry: Ministry, role: string, invoice_id: string, reason: string) =>
  (await (await ministry.as(role)).post(RETURN, InvoiceDone, { invoice_id, reason })).data

export const detailOfInvoice = async (ministry: Ministry, id: string, role = 'FINANCE') =>
  (await (await ministry.as(role)).get(`/api/invoices/${id}`, InvoiceDetail)).data

export const invoicesOf = async (ministry: Ministry, role: string, path = '/api/invoices', second?: 2) =>
  (await (await ministry.as(role, second)).get(path, reportPage(InvoiceRow))).data.data

export async function preflightOf(ministry: Ministry, role: string, step: InvoiceActName, invoices: readonly string[]) {
  const person = await ministry.as(role)
  return (await person.post('/api/invoices/preview', InvoiceActsPreview, { step, invoices })).data
}

/** A bill is disputed by the ministry. */
export const dispute = async (ministry: Ministry, { id }: Bill) =>
  (
    await (
      await ministry.as('SECRETARIAT')
    ).post('/api/transactions/dispute', Done, { transaction_id: id, comment: 'It was not given' })
  ).data.id
