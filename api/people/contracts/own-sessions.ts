import { z } from 'zod'
import { one } from '#api/contracts/common.ts'

/** Where somebody is signed in. */
export const OwnSession = z.object({
  id: z.string(),
  device: z.string().nullable().describe('What the browser calls itself'),
  address: z.string().nullable().describe('From where the person signed in'),
  since: z.string().describe('ISO date and time'),
  last_seen_at: z.string().describe('ISO date and time, to the minute'),
  expires_at: z.string().describe('ISO date and time'),
  support: z.string().nullable().describe('Who of support looks as the person by it; null of their own'),
  is_this: z.boolean().describe('Whether it is the one that asks'),
})
export type OwnSession = z.infer<typeof OwnSession>

/** GET /api/sessions. */
export const OwnSessions = one(z.array(OwnSession))

export const SessionPath = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/, 'Session not found') })

/** How many sessions have ended. */
export const SignedOut = z.object({ message: z.string(), data: z.object({ signed_out: z.int() }) })
