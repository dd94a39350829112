import { z } from 'zod'

const Place = z.object({
  position: z.int(),
  through: z.int().optional().describe('With it, the place is known to be one of these positions, or several'),
  check: z.string().describe('What was checked'),
})

/** What does not hold of the log, and what operators decided about it. */
export const Integrity = z.object({
  data: z.object({
    open: z
      .array(
        Place.extend({
          stream: z.string().optional(),
          expected: z.string(),
          found: z.string(),
          found_by: z.enum(['reader', 'sealer', 'start', 'nightly']).describe('Which part found it'),
          found_at: z.iso.datetime(),
        }),
      )
      .describe('Failed positions not decided on, the first thousand in order. Nothing is written until they are.'),
    unread_streams: z
      .array(z.object({ stream: z.string(), position: z.int() }))
      .describe('Streams that no command can read, some of them where they are many, and the event in the way'),
    decided: z.array(
      z.object({
        ...{ position: z.int(), by: z.string(), reason: z.string(), at: z.iso.datetime(), places: z.array(Place) },
        left_out: z
          .array(Place.omit({ check: true }))
          .describe('Events that are excluded: those that failed a check themselves, and missing ones'),
      }),
    ),
    checked: z
      .object({ at: z.iso.datetime(), events: z.int(), different: z.int() })
      .optional()
      .describe('When the whole log was last checked, and how many failed positions were not decided on'),
  }),
})
