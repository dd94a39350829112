import { z } from 'zod'

/** What a command answers: a text for people, the thing it made or changed, and whether lists show it already. */
export const Done = z.object({
  message: z.string(),
  data: z.object({
    id: z.string(),
    position: z.int().describe('Where in the log its effect stands'),
    caught_up: z.boolean(),
  }),
})
export type Done = z.infer<typeof Done>
