import { z } from 'zod'
import { NairaText } from '#api/contracts/common.ts'
import { LogPosition, requiredText } from '#api/contracts/input.ts'
import { Day } from '#domain/kernel/dates.ts'
import { text } from '#domain/kernel/text.ts'
import { wholeNumber } from '#domain/kernel/whole-number.ts'
import { ChainActName, MOST_AT_ONCE, RETURN_REASON_MISSING, StepOutcomes } from './payment.ts'
import { ChainListFilter, TransactionStatus } from './transaction.ts'

/** A filter of the consolidated list (E106), which names transactions instead of their ids. */
const Matched = z.strictObject({
  start_date: Day.optional(),
  end_date: Day.optional(),
  coe: text(60).optional(),
  is_drug: z.enum(['0', '1']).optional(),
  status: TransactionStatus.optional(),
  search: text(60).trim().optional(),
  ...ChainListFilter.pick({ stage: true, ready_for: true, step: true, on_invoice: true }).shape,
  ...ChainListFilter.pick({ overdue: true, waits_for: true, age: true }).shape,
})
export type Matched = z.output<typeof Matched>

const matching = z.strictObject({ step: ChainActName, filter: Matched })

/** POST /api/fanda/payment/matching/preview: what a step (or the return) would do to all that match, of any hospital. */
export const MatchingPreviewBody = matching

/** The pre-flight of each, and the log position up to which it looked. */
export const MatchingPreview = z.object({
  message: z.string(),
  data: StepOutcomes.shape.data.extend({ position: z.int() }),
})
export type MatchingPreview = z.infer<typeof MatchingPreview>['data']

/**
 * POST /api/fanda/payment/matching: the step on all that match, as the pre-flight told it: `count` and `total` of those that it
 * would be done to, and its `position`. Where any of it is not so any more, nothing is done.
 */
export const MatchingBody = matching
  .extend({
    position: LogPosition,
    count: wholeNumber(1, MOST_AT_ONCE),
    total: NairaText,
    reason: requiredText(1_000, RETURN_REASON_MISSING).optional(),
  })
  .check(({ value, issues }) => {
    if (value.step === 'return' && value.reason === undefined)
      issues.push({ code: 'custom', path: ['reason'], input: value, message: RETURN_REASON_MISSING })
  })
