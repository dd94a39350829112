import { z } from 'zod'

/** One event of a record in plain words, newest first, with the raw event behind it. */
export const HistoryEntry = z.object({
  position: z.int(),
  revision: z.int(),
  type: z.string(),
  what: z.string(),
  who: z.string(),
  at: z.string(),
  why: z.string().nullable(),
  permission: z.string(),
  right_to: z.string().describe('What that permission lets people do, in words'),
  raw: z.record(z.string(), z.unknown()),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>
