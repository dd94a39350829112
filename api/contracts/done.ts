import { z } from 'zod'

/** Whether lists show already what a command wrote. */
export const shown = {
  caught_up: z.boolean(),
  behind: z.array(z.string()).describe('What does not show it yet, in words; empty when caught up'),
}

/** What a command answers: a text for people, the thing it made or changed, and whether lists show it already. */
export const Done = z.object({
  message: z.string(),
  data: z.object({
    id: z.string(),
    position: z.int().describe('Log position of its effect'),
    ...shown,
  }),
})
export type Done = z.infer<typeof Done>
