import { z } from 'zod'
import { NairaText } from './common.ts'

/** The steps of the payment chain, in order. */
export const CHAIN_STEPS = ['initiate', 'recommend', 'approve', 'dfa', 'permsec'] as const
export const ChainStepName = z.enum(CHAIN_STEPS)
export type ChainStepName = z.infer<typeof ChainStepName>
/** What a pre-flight may ask about: a step, or the return. */
export const ChainActName = z.enum([...CHAIN_STEPS, 'return'])
export type ChainActName = z.infer<typeof ChainActName>

const Day = z.iso.date('You must select a start and end date')

/**
 * One step on many transactions of one hospital (E099 to E103). Without `transactions`: all of the period whose turn it
 * is; with `initiated_on` instead (the older form): the group that was initiated at that time.
 */
export const PaymentStepBody = z
  .strictObject({
    coe_id: z.string().min(1),
    start_date: Day.optional(),
    end_date: Day.optional(),
    transactions: z.array(z.string().min(1)).min(1).max(2_000).optional(),
    initiated_on: z.iso.datetime().optional(),
  })
  .check((context) => {
    const { start_date: start, end_date: end, initiated_on: group } = context.value
    if (group !== undefined) return
    for (const [field, value] of Object.entries({ start_date: start, end_date: end })) {
      if (value !== undefined) continue
      context.issues.push({
        code: 'custom',
        path: [field],
        input: value,
        message: 'You must select a start and end date',
      })
    }
    if (start !== undefined && end !== undefined && end < start)
      context.issues.push({ code: 'custom', path: ['end_date'], input: end, message: 'The end is before the start' })
  })
export type PaymentStepBody = z.input<typeof PaymentStepBody>

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
    caught_up: z.boolean(),
    outcomes: z.array(
      z.object({
        id: z.string(),
        transaction_id: z.string(),
        total: NairaText,
        outcome: z.enum(['done', 'refused']),
        reason: z.string().nullable().describe('Why not, with the name of who acted before'),
        becomes: z.string().nullable().describe('The status that it has, or would have, afterwards'),
        acts: z.array(z.object({ step: z.string(), by: z.string(), at: z.string() })).describe('Who acted before'),
      }),
    ),
  }),
})
export type StepOutcomes = z.infer<typeof StepOutcomes>

/** POST /api/fanda/payment/preview: what a step (or the return) would do now, by the same decision. */
export const PreviewBody = PaymentStepBody.safeExtend({ step: ChainActName })
export type PreviewBody = z.input<typeof PreviewBody>

/** POST /api/fanda/payment/return: back to billed, with a reason. */
export const ReturnBody = z.strictObject({
  transactions: z.array(z.string().min(1)).min(1).max(2_000),
  reason: z.string().trim().min(1, 'A reason is required').max(1_000),
})
export type ReturnBody = z.infer<typeof ReturnBody>
export const ReturnOutcomes = z.object({
  message: z.string(),
  data: StepOutcomes.shape.data.omit({ step: true, payment_id: true }),
})

/** A payment: what was initiated together for one hospital, and where it stands. */
export const PaymentRow = z.object({
  id: z.string(),
  coe_id: z.string(),
  coe_name: z.string().nullable(),
  period_start: z.string(),
  period_end: z.string(),
  initiated_at: z.string(),
  initiated_by: z.string(),
  recommended_by: z.string().nullable(),
  approved_by: z.string().nullable(),
  dfa_by: z.string().nullable(),
  permsec_by: z.string().nullable(),
  status: z.string().describe('Of the transaction that is least far'),
  transactions: z.int(),
  paid: z.int().describe('How many are paid'),
  total: NairaText,
  paid_total: NairaText,
})
export type PaymentRow = z.infer<typeof PaymentRow>

/** The hospitals of a period with what waits for each step: the head of the consolidated summary. */
export const HospitalSummary = z.object({
  data: z.array(
    z.object({
      coe_id: z.string(),
      coe_name: z.string(),
      transactions: z.int(),
      total: NairaText,
      by_status: z.record(z.string(), z.object({ transactions: z.int(), total: NairaText })),
    }),
  ),
})
export type HospitalSummary = z.infer<typeof HospitalSummary>
