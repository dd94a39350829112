import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Id, text } from '#domain/kernel/text.ts'
import { wholeNumber } from '#domain/kernel/whole-number.ts'

/** The stream of the operators' decisions about what does not hold. */
export const INTEGRITY_STREAM = 'integrity-log'

/** How many findings are kept, and decided about at once: more tell nobody anything new. */
export const MOST_FINDINGS = 1_000

/** A place of the log, also one where no event can be. */
const place = wholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)

/**
 * Stream `integrity-log`: an operator has looked at these findings, and the portal writes again in spite of them. Each is
 * told by the hash of all that it says (`id`), so that anything else that is found there later is a new one.
 */
export const integrityEvents = {
  PortalOpenedAgain: z.object({
    findings: z
      .array(z.object({ id: Id, position: place, through: place.optional(), check: text(200) }))
      .min(1)
      .max(MOST_FINDINGS),
    /** Who decided, as the operator gave it: operators have no account. */
    by: text(200),
    reason: text(2_000),
    at: Instant,
  }),
}
export type IntegrityEvent = EventsOf<typeof integrityEvents>
export type OpenedAgain = IntegrityEvent['data']
