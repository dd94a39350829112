import { INVOICE_CHAIN, type InvoiceStep } from '#domain/money/invoice/chain.ts'
import { INVOICE_STATUSES, LEFT_OFF_WORDS, UNDER_WAY } from '#projections/money/invoice/fields.ts'
import { LEFT_OFF_REASONS, type LeftOffReason } from '#domain/money/invoice/left-off.ts'
import { invoiceNames, TAKEN_LINKS } from '#domain/money/invoice/step-names.ts'

export type { InvoiceStep, LeftOffReason }
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** The calls of an invoice's steps (E109 to E113, and the CMD's). */
export const INVOICE_STEP_PATHS: Readonly<Record<InvoiceStep, string>> = {
  cmd: '/api/invoices/cmd_approve',
  initiate: '/api/invoices/initiate',
  recommend: '/api/invoices/recommend',
  approve: '/api/invoices/approve',
  dfa: '/api/invoices/dfa_recommend',
  permsec: '/api/invoices/permsec_approve',
}

/** The chain of an invoice as screens show it: in order, with the call of each step, the status it waits at, and its words. */
export const INVOICE_STEP_VIEWS = TAKEN_LINKS.map((link) => ({
  ...link,
  ...invoiceNames(link),
  path: INVOICE_STEP_PATHS[link.step],
  waits: INVOICE_CHAIN.statusIn(link.from),
}))

const WORDS: Readonly<Record<InvoiceStatus, string>> = {
  ...(Object.fromEntries(INVOICE_CHAIN.links.map(({ status, words }) => [status, words.done])) as {
    readonly [S in Exclude<InvoiceStatus, 'generating' | 'returned' | 'failed'>]: string
  }),
  generating: INVOICE_CHAIN.start.words.waits,
  returned: 'Returned',
  failed: 'Not generated',
}

/** What may be under way on an invoice, in words: its making, a step, its return. */
export { UNDER_WAY }

/** Every status of an invoice, as filters name them. */
export const INVOICE_STATUS_CHOICES = INVOICE_STATUSES.map((value) => ({ value, label: WORDS[value] }))

/** Why a hospital leaves a bill off an invoice, to choose from. */
export const LEFT_OFF_CHOICES = LEFT_OFF_REASONS.map((value) => ({ value, label: LEFT_OFF_WORDS[value] }))

/** The spec's text for a period that is not whole (messages.tsv, M122); here, as forms show it without any schema. */
export const PERIOD_MISSING = 'You must select a start and end date to generate invoice'
