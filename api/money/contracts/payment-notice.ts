import { z } from 'zod'
import { NairaText } from '#api/contracts/common.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'

/** GET /api/notification/payments: the bills that are ready for the caller, one notice for each step that they may take. */
export const PaymentNotices = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      step: z.enum(PAYMENT_CHAIN.links.map(({ step }) => step)),
      bills: z.int().describe('How many are ready'),
      total: NairaText,
      created_at: z.string().describe('When the newest of them became ready'),
      is_read: z.boolean().describe('The caller has opened the bell since'),
    }),
  ),
})
export type PaymentNotices = z.infer<typeof PaymentNotices>
