import { beyondProgrammeText } from './beyond-programme.ts'
import { disputeAnswers } from './disputes/refusals.ts'
import { fundingAnswers } from './funding/refusals.ts'
import { invoiceAnswers } from './invoices/refusals.ts'
import { chainAnswers } from '#api/chain-answers.ts'
import type { Answers } from '#api/refusal-answer.ts'
import type { InvoiceCallRefusal } from '#commands/money/invoice/begun.ts'
import type { StepRefusal } from '#commands/money/transaction/each-transaction.ts'
import type { BillingRefusal } from '#commands/money/transaction/bill-patient.ts'
import type { PricingRefusal } from '#commands/money/transaction/price-lines.ts'
import { dayText } from '#domain/kernel/dates.ts'
import type { DisputeRefusal } from '#domain/money/dispute/dispute.ts'
import type { FundingRefusal } from '#domain/money/funding/movement.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { WalletRefusal } from '#domain/money/wallet/wallet.ts'

/** Every "no" of money and what is billed. */
export type MoneyRefusal =
  BillingRefusal | DisputeRefusal | FundingRefusal | InvoiceCallRefusal | PricingRefusal | StepRefusal | WalletRefusal

const PAYMENT_TOLD = {
  thing: 'bill',
  name: 'payment chain',
  field: 'transactions',
  barred: {
    bill: 'billed it',
    answer: 'answered its return',
    return: 'returned it',
    cmd: 'approved its invoice as CMD',
  },
} as const

/** What is said to it. */
export const moneyAnswers: Answers<MoneyRefusal> = {
  ...fundingAnswers,
  transaction_item_unknown: { status: 422, field: 'services', message: 'This service or drug does not exist' },
  transaction_category_of_other_roles: {
    status: 422,
    field: 'services',
    message: ({ category }) => `Your roles cannot bill ${String(category)}`,
  },
  transaction_hospital_inactive: {
    status: 422,
    field: 'coe_id',
    message: 'This hospital is deactivated and cannot bill',
  },
  transaction_unknown: { status: 404, message: 'Transaction not found' },
  transaction_unreadable: {
    status: 409,
    message: ({ position }) =>
      `Its record at log position ${String(position)} failed a check. Tell the operator of the portal.`,
  },
  transaction_already_billed: {
    status: 422,
    field: 'order_id',
    message: 'This drug billing has been completed. Billing is submitted only once.',
  },
  transaction_without_lines: { status: 422, field: 'services', message: 'Add at least one service or drug' },
  transaction_too_many_lines: {
    status: 422,
    field: 'services',
    message: ({ most }) => `One bill can have up to ${String(most)} lines`,
  },
  transaction_quantity_out_of_bounds: {
    status: 422,
    field: 'quantity',
    message: ({ most }) => `The quantity must be a whole number from 1 to ${String(most)}`,
  },
  transaction_price_not_positive: { status: 422, field: 'services', message: 'A line has no price yet' },
  transaction_total_too_large: { status: 422, field: 'quantity', message: 'The total is too large' },
  transaction_insufficient_funds: {
    status: 422,
    field: 'patient_id',
    message: 'Patient does not have enough funds',
  },
  transaction_outside_period: {
    status: 422,
    field: 'start_date',
    message: ({ day, start, end }) =>
      `It was billed on ${dayText(String(day))}, outside the period from ${dayText(String(start))} to ${dayText(String(end))}`,
  },
  transaction_period_beyond_programme: { status: 422, field: 'end_date', message: beyondProgrammeText },
  transaction_of_another_payment: {
    status: 422,
    field: 'initiated_on',
    message: 'It was not initiated at that time',
  },
  transaction_not_returned: {
    status: 409,
    message: ({ status }) =>
      status === PAYMENT_CHAIN.start.state
        ? 'The bill was not returned, so there is nothing to answer'
        : `Someone was faster: the bill is ${PAYMENT_CHAIN.isIn(String(status))} again`,
  },
  transaction_answer_required: { status: 422, field: 'answer', message: "Write the hospital's answer" },
  transaction_too_many_documents: {
    status: 422,
    field: 'documents',
    message: ({ most }) => `A bill can have up to ${String(most)} documents`,
  },
  transaction_disputed: {
    status: 422,
    field: 'transactions',
    message: 'It is disputed. Payment is paused until the dispute is resolved.',
  },
  transaction_already_disputed: { status: 409, message: 'Someone was faster: the bill is already disputed' },
  transaction_not_disputable: {
    status: 422,
    field: 'transaction_id',
    message: ({ status }) =>
      `The bill is ${PAYMENT_CHAIN.isIn(String(status))}. It can be disputed only before payment starts.`,
  },
  transaction_not_disputed: { status: 409, message: 'This dispute is not open on the bill' },
  transaction_dispute_reason_required: {
    status: 422,
    field: 'comment',
    message: 'Say why you dispute this bill',
  },
  transaction_reversed: {
    status: 409,
    message: 'The bill was reversed and cannot be changed',
  },
  transaction_on_invoice: {
    status: 422,
    field: 'transactions',
    message: ({ reference }) => `This bill is on ${String(reference)}. Process that invoice instead.`,
  },
  transaction_not_on_invoice: { status: 409, message: 'The bill is no longer on this invoice' },
  transaction_not_invoiceable: {
    status: 422,
    field: 'transactions',
    message: ({ status }) => `It is ${PAYMENT_CHAIN.isIn(String(status))}: payment has already started`,
  },
  ...chainAnswers(PAYMENT_CHAIN, PAYMENT_TOLD),
  ...disputeAnswers,
  ...invoiceAnswers,
  wallet_amount_not_positive: { status: 422, field: 'amount', message: 'The amount must be above 0.00' },
  wallet_pool_full: { status: 422, field: 'amount', message: 'The pool has reached its limit' },
  wallet_amount_too_large: { status: 422, field: 'amount', message: 'The amount is too large' },
}
