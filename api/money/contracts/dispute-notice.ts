import { z } from 'zod'
import { DISPUTE_OUTCOMES } from '#domain/money/dispute/outcomes.ts'

/** GET /api/notification/disputes: for each dispute of the caller's, the newest thing that somebody else did in it, for a week. */
export const DisputeNotices = z.object({
  data: z.array(
    z.object({
      id: z.string().describe("The dispute's id"),
      kind: z.enum(['raised', 'message', ...DISPUTE_OUTCOMES]),
      bill_id: z.string(),
      transaction_id: z.string().describe("The bill's number"),
      coe_name: z.string().nullable(),
      created_at: z.string(),
      is_read: z.boolean().describe('The caller has opened the bell since'),
    }),
  ),
})
export type DisputeNotices = z.infer<typeof DisputeNotices>
