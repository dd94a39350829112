import { z } from 'zod'
import { shown } from '#api/contracts/done.ts'
import { PaidAt } from '#api/catalogue/contracts/coe.ts'
import { NairaText } from '#api/contracts/common.ts'
import { text } from '#domain/kernel/text.ts'
import { Day, day, Instant } from '#domain/kernel/dates.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { HospitalChoice, Key, requiredText } from '#api/contracts/input.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import { rowOf } from '#api/contracts/row.ts'
import { PAYMENT_GROUPS } from './payment-steps.ts'
import { PAYMENT_FIELDS } from '#projections/money/payment/fields.ts'

/** What a pre-flight may ask about: a step, or the return. */
export const ChainActName = z.enum([...PAYMENT_CHAIN.links.map(({ step }) => step), 'return'])
export type ChainActName = z.infer<typeof ChainActName>

/** The most transactions that one call takes a step on. */
export const MOST_AT_ONCE = 2_000

const PERIOD_MISSING = 'You must select a start and end date'
const PeriodDay = day(PERIOD_MISSING)

const step = z.strictObject({
  coe_id: Key,
  start_date: PeriodDay.optional(),
  end_date: PeriodDay.optional(),
  transactions: z.array(Key).min(1).max(MOST_AT_ONCE).optional(),
  initiated_on: Instant.optional(),
})

type Asked = Pick<z.output<typeof step>, 'start_date' | 'end_date' | 'initiated_on'>

/** A period is whole, and ends no sooner than it begins; without one a step is asked for by `initiated_on`. */
function checkPeriod({ value, issues }: z.core.ParsePayload<Asked>): void {
  const { start_date: start, end_date: end, initiated_on: group } = value
  const wrong = (field: string, message: string) =>
    issues.push({ code: 'custom', path: [field], input: value, message })
  if (start !== undefined && end !== undefined) {
    if (end < start) wrong('end_date', 'The end date is before the start date')
    return
  }
  if (group !== undefined && start === undefined && end === undefined) return
  if (start === undefined) wrong('start_date', PERIOD_MISSING)
  if (end === undefined) wrong('end_date', PERIOD_MISSING)
}

/**
 * One step on many transactions of one hospital (E100 to E103). The period is of billing days in Lagos: what was billed
 * outside of it is refused. Without `transactions`: all of the period whose turn it is; with `initiated_on` instead of a
 * period (the older form): the group that was initiated at that time.
 */
export const PaymentStepBody = step.check(checkPeriod)
export type PaymentStepBody = z.input<typeof PaymentStepBody>

/** The first step (E099) makes the payment, which is for a period. */
export const InitiateBody = step.omit({ initiated_on: true }).check(checkPeriod)

/** What becomes (or would become) of each transaction, with the sums. */
export const StepOutcomes = z.object({
  message: z.string(),
  data: z.object({
    step: ChainActName,
    payment_id: z.string().nullable().describe('The payment that initiation makes'),
    done: z.int(),
    refused: z.int(),
    done_total: NairaText,
    refused_total: NairaText,
    ...shown,
    paid_at: z.array(PaidAt).optional().describe('Of a pre-flight: where the hospitals are paid'),
    outcomes: z.array(
      z.object({
        id: z.string(),
        transaction_id: z.string(),
        item: z.string().describe('Its first service or drug, and how many more there are'),
        coe_id: z.string().nullable().describe('Null where there is no such transaction'),
        coe_name: z.string().nullable(),
        total: NairaText,
        outcome: z.enum(['done', 'refused']),
        reason: z.string().nullable().describe('Why not, with the name of who acted before'),
        becomes: z.string().nullable().describe('The status that it has, or would have, afterwards'),
        acts: z
          .array(z.object({ step: z.string(), by: z.string(), at: z.string() }))
          .optional()
          .describe('Who acted before, by name; of a pre-flight'),
      }),
    ),
  }),
})
export type StepOutcomes = z.infer<typeof StepOutcomes>

/** POST /api/fanda/payment/preview: what a step (or the return) would do now, by the same decision. */
export const PreviewBody = step.extend({ step: ChainActName }).check((asked) => {
  const { step: act, initiated_on: group } = asked.value
  checkPeriod(asked)
  if (act === 'initiate' && group !== undefined)
    asked.issues.push({ code: 'custom', path: ['initiated_on'], input: group, message: 'It is not initiated yet' })
})
export type PreviewBody = z.input<typeof PreviewBody>

export const RETURN_REASON_MISSING = 'A reason is required'

/** POST /api/fanda/payment/return: back to billed, with a reason. */
export const ReturnBody = z.strictObject({
  transactions: z.array(Key).min(1).max(MOST_AT_ONCE),
  reason: requiredText(1_000, RETURN_REASON_MISSING),
})
export type ReturnBody = z.infer<typeof ReturnBody>
export const ReturnOutcomes = z.object({
  message: z.string(),
  data: StepOutcomes.shape.data.omit({ step: true, payment_id: true }),
})

/** A payment: what was initiated together for one hospital, and where it stands. */
export const PaymentRow = rowOf(PAYMENT_FIELDS)
export type PaymentRow = z.infer<typeof PaymentRow>

/** Filters of the payments report; the days are those of initiation. */
export const PaymentListFilter = z.object({
  start_date: Day.optional(),
  end_date: Day.optional(),
  coe: HospitalChoice,
  status: PaymentRow.shape.status.optional(),
  search: text(60).trim().optional().describe('A payment by its number'),
})

/** GET /api/fanda/payment/{id}: a payment with its transactions and what each party gets of them. */
export const PaymentDetail = z.object({
  data: PaymentRow.extend({
    shares: z
      .object({ coe: NairaText, bank: NairaText, manufacturer: NairaText, emge: NairaText })
      .describe('Of what is in the payment now; adds up to its total'),
    payment_transactions: z
      .array(
        z.object({
          id: z.string(),
          transaction_id: z.string(),
          status: z.string(),
          total: NairaText,
          created_at: z.string(),
        }),
      )
      .describe('What is in it now: returned ones have left it'),
    returned_transactions: z
      .array(
        z.object({
          id: z.string(),
          transaction_id: z.string(),
          total: NairaText,
          by: z.string(),
          at: z.string(),
          reason: z.string().nullable().describe('Null where it is not for this caller'),
          answered_at: z.string().nullable().describe('When the hospital last answered'),
        }),
      )
      .describe('Bills returned from it'),
    paid_at: PaidAt.nullable().describe("Null where the hospital's events failed a check"),
    waiting: z
      .object({
        may_act: z.array(z.string()).describe('Who may take the next step: what people call the roles'),
        since: z.string().describe('When the step before it was taken'),
        waited_minutes: z.int().describe('For how many working minutes'),
        is_late: z.boolean().describe('For longer than the deadline of the step'),
      })
      .nullable()
      .describe('The step that its least far transaction waits for; null when none is waited for'),
  }),
})
export type PaymentDetail = z.infer<typeof PaymentDetail>['data']

const Stage = z.object({ transactions: z.int(), total: NairaText })

/** E105: the hospitals of a period with what stands where in the chain: the head of the consolidated summary. */
export const HospitalSummary = z.object({
  data: z.array(
    z.object({
      coe_id: z.string(),
      coe_name: z.string(),
      transactions: z.int(),
      total: NairaText,
      by_status: z.record(z.string(), Stage).describe('By the status that lists show; they add up to the total'),
      ready: Stage.describe('Of those what is ready for the caller'),
      on_invoice: Stage.describe('Of those what is on an invoice, whatever its status'),
      payment_group: z
        .enum(PAYMENT_GROUPS)
        .nullable()
        .describe('Whether their payment is initiated; null: nothing to pay'),
    }),
  ),
})
export type HospitalSummary = z.infer<typeof HospitalSummary>

/** Filters of E105: the period's Lagos days of billing, one hospital, and 0 for services or 1 for drugs. */
export const HospitalSummaryQuery = z.strictObject({
  start_date: Day.optional(),
  end_date: Day.optional(),
  coe: HospitalChoice,
  is_drug: z.enum(['0', '1']).optional(),
  ...AsOfQuery.shape,
})
