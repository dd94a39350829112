import { formatNaira, MAX_GIVEN } from '#domain/kernel/money.ts'
import { rightTo } from '#domain/kernel/permissions.ts'
import type { FundingRefusal } from '#domain/money/funding/movement.ts'
import type { Answers } from '#api/refusal-answer.ts'
import { notWaiting } from '#api/two-person-answer.ts'

/** What is said to every "no" of money that the fund itself moves. */
export const fundingAnswers: Answers<FundingRefusal> = {
  funding_amount_not_positive: { status: 422, field: 'amount', message: 'The amount must be above 0.00' },
  funding_amount_too_large: { status: 422, field: 'amount', message: 'The amount is too large' },
  funding_below_pool_minimum: { status: 422, field: 'credit', message: 'The amount must be at least 1.00' },
  funding_reason_required: {
    status: 422,
    field: 'reason',
    message: ({ cap }) => `An amount above the funding cap of NGN ${formatNaira(Number(cap))} needs a reason`,
  },
  funding_unknown: { status: 404, message: 'Movement of funds not found' },
  funding_closed: { status: 409, message: 'This movement of funds is closed' },
  funding_source_short: {
    status: 422,
    field: 'amount',
    message: ({ source }) =>
      source === 'pool' ? "This is above the pool's balance" : "Above the hospital's allocation balance",
  },
  funding_pool_full: {
    status: 422,
    field: 'amount',
    message: `The pool can receive up to NGN ${formatNaira(MAX_GIVEN)} in total`,
  },
  funding_pool_short: {
    status: 422,
    field: 'funding_id',
    message: ({ balance }) =>
      `The pool holds NGN ${formatNaira(Number(balance))} and cannot pay it now. It can be confirmed later.`,
  },
  funding_not_waiting: notWaiting('This movement of funds'),
  funding_not_confirmed: { status: 409, message: 'A second person has not confirmed it' },
  funding_same_person: {
    status: 422,
    field: 'funding_id',
    message: 'You proposed it, so another person must confirm or decline it',
  },
  funding_of_another: {
    status: 422,
    field: 'funding_id',
    message: 'Another person proposed it. You can decline it; only they can withdraw it.',
  },
  funding_needs_permission: {
    status: 422,
    field: 'funding_id',
    message: ({ permission }) => `The second person must have the right to ${rightTo(String(permission))}`,
  },
  funding_end_without_reason: { status: 422, field: 'reason', message: 'Enter a reason' },
}
