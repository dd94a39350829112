import { z } from 'zod'

/** For how many days it is told what became of bank details that somebody gave. */
export const ANSWER_DAYS = 7

/**
 * GET /api/notification/coes, newest first: bank details of hospitals that somebody else gave and the caller may confirm, for as
 * long as they wait; and what became of those that the caller gave.
 */
export const CoeNotices = z.object({
  data: z.array(
    z.object({
      id: z.string().describe("The hospital's"),
      kind: z.enum(['waiting', 'confirmed', 'declined']),
      coe_name: z.string(),
      by: z.string().describe('Who gave, confirmed or declined them, by name'),
      created_at: z.string(),
      is_read: z.boolean().describe('The caller has opened the bell since'),
    }),
  ),
})
export type CoeNotices = z.infer<typeof CoeNotices>
