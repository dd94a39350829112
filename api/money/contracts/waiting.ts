import { z } from 'zod'
import { NairaText, one } from '#api/contracts/common.ts'
import { INVOICE_STEPS } from '#domain/money/invoice/chain.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'

const Waiting = {
  transactions: z.int(),
  total: NairaText,
  since: z.string().describe('Since when the oldest of it waits for this step, ISO'),
}

const Count = z.object({ transactions: z.int(), total: NairaText })

/** Working minutes (docs/decisions/0102). */
export const WaitedMinutes = z.int().describe('For how many working minutes the oldest of it has waited')

/**
 * GET /api/fanda/payment/waiting: what is ready for the caller in the payment chain, by step and hospital, the longest waiting
 * first; beside it what looks like it and is not. A step of theirs at which nothing stands is left out.
 */
export const WaitingAnswer = one(
  z.array(
    z.object({
      step: z.enum(PAYMENT_CHAIN.links.map(({ step }) => step)),
      ...Waiting,
      since: Waiting.since.nullable(),
      beside: z
        .object({ on_invoice: Count, disputed: Count, returned: Count })
        .describe('Bills at the step that are not ready for anyone'),
      is_more: z.boolean().describe('There is more: the figures are of what has waited longest, as much as is counted'),
      hospitals: z.array(
        z.object({ coe_id: z.string(), coe_name: z.string(), ...Waiting, waited_minutes: WaitedMinutes }),
      ),
    }),
  ),
)
const Late = {
  transactions: z.int(),
  invoices: z.int().describe('How many invoices they are on'),
  total: NairaText,
  oldest: WaitedMinutes,
}

/**
 * GET /api/fanda/payment/late: what waits for longer than the deadline of its step, by step and hospital, the longest waiting
 * first, on invoices and by themselves: of the caller's own steps, of those before them in the chain, and of all for who reads the
 * reports and takes none; at a hospital what waits there for the CMD.
 */
export const LateAnswer = one(
  z.array(
    z.object({
      step: z.enum(INVOICE_STEPS),
      is_own: z.boolean().describe('The caller may take this step'),
      by_invoice: z
        .boolean()
        .describe('Bills on invoices, whose steps take them along; else those that are paid for by themselves'),
      deadline: z.int().describe('In working hours'),
      ...Late,
      hospitals: z.array(z.object({ coe_id: z.string(), coe_name: z.string(), ...Late })),
    }),
  ),
)
export type LateAnswer = z.infer<typeof LateAnswer>

export type WaitingAnswer = z.infer<typeof WaitingAnswer>
export type WaitingStep = WaitingAnswer['data'][number]
