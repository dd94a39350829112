import { onIt } from '#api/money/acts/bill-access.ts'
import { chainAnswers } from '#api/chain-answers.ts'
import { formatNaira } from '#domain/kernel/money.ts'
import type { Answers } from '#api/refusal-answer.ts'
import { INVOICE_CHAIN, INVOICE_STEPS } from '#domain/money/invoice/chain.ts'
import type { InvoiceCallRefusal } from '#commands/money/invoice/begun.ts'

const TOLD = { name: 'invoice chain', field: 'invoice_id', barred: { bill: 'billed a transaction on it' } } as const

const ENDED: Readonly<Record<string, string>> = {
  returned: 'it was returned, and its transactions can be on another one',
  failed: 'none of its transactions were left, and there is no invoice',
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
      `What would be on it has changed since you looked: it is now ${String(count)} for NGN ${formatNaira(BigInt(String(total)))}. Nothing was done.`,
  },
  invoice_unknown: { status: 404, message: 'Invoice not found' },
  invoice_already_generated: { status: 409, message: 'This invoice is generated already' },
  invoice_period_backwards: { status: 422, field: 'endDate', message: 'The end date is before the start date' },
  invoice_without_transactions: {
    status: 422,
    field: 'startDate',
    message: 'There is no transaction that could be on the invoice',
  },
  invoice_too_many_transactions: {
    status: 422,
    field: 'endDate',
    message: ({ most }) => `One invoice holds at most ${String(most)} transactions: choose a shorter period`,
  },
  invoice_of_the_hospital: {
    status: 422,
    field: 'invoice_id',
    message: 'Only the CMD of the hospital whose invoice it is can do this',
  },
  invoice_under_way: {
    status: 409,
    message: ({ step }) => `Someone was faster: somebody is ${DOING[String(step)] ?? 'at work on it'} at this moment`,
  },
  invoice_not_under_way: { status: 409, message: 'Nothing is under way on this invoice any more' },
  invoice_ended: {
    status: 409,
    message: ({ status }) => `Nothing can be done with this invoice: ${ENDED[String(status)] ?? 'it has ended'}`,
  },
  invoice_payment_missing: {
    status: 422,
    field: 'invoice_id',
    message: 'The payment of this invoice has no number yet',
  },
  invoice_transactions_refuse: {
    status: 422,
    field: 'invoice_id',
    message: ({ count, of }) =>
      `${String(count)} of the ${String(of)} transactions on it refuse the step: nothing has been done`,
  },
  invoice_not_accounted_for: { status: 409, message: 'The transactions of this invoice do not add up' },
  ...chainAnswers(INVOICE_CHAIN, TOLD),
}
