import { z } from 'zod'
import { one } from '#api/contracts/common.ts'
import { Key } from '#api/contracts/input.ts'

export const MAIL_STATES = ['dead', 'waiting', 'sent'] as const

/** GET /api/outbox: `dead` could not be sent and waits for somebody. */
export const OutboxFilter = z.strictObject({ state: z.enum(MAIL_STATES).default('dead') })

/** A mail as administrators see it: whom it is to and what kind it is, nothing of what it says. */
export const OutboxMail = z.object({
  id: z.string(),
  kind: z.string().describe('As the portal calls it: roles changed'),
  to: z.string().describe('The name of the person'),
  user_id: z.string(),
  asked_at: z.string().describe('ISO date and time'),
  tries: z.int(),
  next_try_at: z.string().nullable(),
  sent_at: z.string().nullable(),
  error: z.string().nullable().describe('What kind of error the last try met; never the words of a server'),
})
export type OutboxMail = z.infer<typeof OutboxMail>

/** At most a hundred: the oldest of what waits, the newest of what was sent. */
export const OutboxList = one(
  z.object({
    counts: z.object({ dead: z.int(), waiting: z.int(), sent: z.int() }),
    mails: z.array(OutboxMail),
  }),
)

/** POST /api/outbox/retry. */
export const RetryMailBody = z.strictObject({ mail_id: Key })
