import { z } from 'zod'
import { NairaText } from '#api/contracts/common.ts'
import { Instant } from '#domain/kernel/dates.ts'

/** For how long the bell tells of a bill (spec, constants.tsv: bell window). */
export const NOTICE_MINUTES = 720

/** For how long it is kept what somebody has read: longer than any bill that was sent back waits for its answer. */
export const READ_KEPT_DAYS = 730

/**
 * GET /api/notification/transactions (E012), newest first: a patient's bills of the last 720 minutes; for whoever bills at a
 * hospital, what was sent back to it and waits for its answer, however long.
 */
export const BillNotices = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['billed', 'returned']),
      created_at: z.string().describe('When it was billed or returned'),
      transaction_id: z.string(),
      coe_name: z.string().nullable(),
      total: NairaText,
      is_read: z.boolean().describe('The caller has opened the bell since'),
    }),
  ),
})
export type BillNotices = z.infer<typeof BillNotices>

/** POST /api/notification/transactions/read: all up to the newest that was shown. */
export const ReadNoticesBody = z.strictObject({ until: Instant })
export const NoticesRead = z.object({ data: z.object({ read_until: z.string() }) })
