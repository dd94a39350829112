import { z } from 'zod'
import { NairaText, one } from '#api/contracts/common.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'

const Waiting = {
  transactions: z.int(),
  total: NairaText,
  since: z.string().describe('Since when the oldest of it waits for this step, ISO'),
}

/**
 * GET /api/fanda/payment/waiting: what waits for the caller in the payment chain, by step and hospital, the longest waiting
 * first. What they may not do, because they did something of the same bill before, is not among it.
 */
export const WaitingAnswer = one(
  z.array(
    z.object({
      step: z.enum(PAYMENT_CHAIN.links.map(({ step }) => step)),
      ...Waiting,
      is_more: z.boolean().describe('There is more: the figures are of what has waited longest, as much as is counted'),
      hospitals: z.array(z.object({ coe_id: z.string(), coe_name: z.string(), ...Waiting })),
    }),
  ),
)
export type WaitingAnswer = z.infer<typeof WaitingAnswer>
export type WaitingStep = WaitingAnswer['data'][number]
