import { beyondProgrammeText } from '#api/money/beyond-programme.ts'
import { onIt } from '#api/money/acts/bill-access.ts'
import { chainAnswers } from '#api/chain-answers.ts'
import { formatNaira } from '#domain/kernel/money.ts'
import type { Answers } from '#api/refusal-answer.ts'
import { INVOICE_CHAIN, INVOICE_STEPS } from '#domain/money/invoice/chain.ts'
import type { InvoiceCallRefusal } from '#commands/money/invoice/begun.ts'

const TOLD = {
  thing: 'invoice',
  name: 'invoice chain',
  field: 'invoice_id',
  barred: { bill: 'billed one of its bills' },
} as const

const ENDED: Readonly<Record<string, string>> = {
  returned: 'it was returned and its bills can go on another invoice',
  failed: 'none of its bills were left, so there is no invoice',
  generating: 'it is still being generated',
}

/** What is under way on an invoice, after 'Somebody is'. */
const DOING: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    INVOICE_STEPS.map((step) => [step, `taking the step to ${onIt(INVOICE_CHAIN.link(step).words.act)}`]),
  ),
  return: 'returning it',
}

/** What is said to the "no" of an invoice. */
export const invoiceAnswers: Answers<InvoiceCallRefusal> = {
  invoice_not_as_told: {
    status: 409,
    message: ({ count, total }) =>
      `The bills have changed since you looked: now ${String(count)} for NGN ${formatNaira(BigInt(String(total)))}. Nothing was saved.`,
  },
  invoice_not_to_replace: {
    status: 409,
    field: 'replaces',
    message: 'Only a returned invoice of the same hospital and period can be generated again',
  },
  invoice_unknown: { status: 404, message: 'Invoice not found' },
  invoice_already_generated: { status: 409, message: 'This invoice is already generated' },
  invoice_period_backwards: { status: 422, field: 'endDate', message: 'The end date is before the start date' },
  invoice_period_beyond_programme: { status: 422, field: 'endDate', message: beyondProgrammeText },
  invoice_without_transactions: {
    status: 422,
    field: 'startDate',
    message: 'No bill of this period can go on an invoice',
  },
  invoice_too_many_transactions: {
    status: 422,
    field: 'endDate',
    message: ({ most }) => `One invoice can hold up to ${String(most)} bills. Choose a shorter period.`,
  },
  invoice_of_the_hospital: {
    status: 422,
    field: 'invoice_id',
    message: "Only the CMD of this invoice's hospital can do this",
  },
  invoice_under_way: {
    status: 409,
    message: ({ step }) => `Someone was faster and is ${DOING[String(step)] ?? 'working on it'} now`,
  },
  invoice_not_under_way: { status: 409, message: 'No step is in progress on this invoice' },
  invoice_ended: {
    status: 409,
    message: ({ status }) => `This invoice cannot be changed: ${ENDED[String(status)] ?? 'it is closed'}`,
  },
  invoice_payment_missing: {
    status: 422,
    field: 'invoice_id',
    message: "This invoice's payment has no number yet",
  },
  invoice_transactions_refuse: {
    status: 422,
    field: 'invoice_id',
    message: ({ count, of }) => `${String(count)} of its ${String(of)} bills cannot take this step. Nothing was saved.`,
  },
  invoice_not_accounted_for: { status: 409, message: 'The bills of this invoice do not add up' },
  ...chainAnswers(INVOICE_CHAIN, TOLD),
}
