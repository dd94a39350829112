import { z } from 'zod'

/** Part of any answer that is made from read models which show less than the log has; left out when they show all. */
export const ShownUntil = z
  .object({
    at: z.string().nullable().describe('What was recorded up to then is shown (ISO); null when nothing is shown yet'),
    position: z.int().describe('The same as a log position'),
    of: z.array(z.string()).describe('What it is that shows less, in words'),
  })
  .describe('Something here shows less than was recorded; what came after is saved and follows')
export type ShownUntil = z.infer<typeof ShownUntil>
