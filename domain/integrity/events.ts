import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { type EventsOf, withFacts } from '#domain/kernel/event-table.ts'
import { signature, UNSIGNED } from '#domain/kernel/signed-decision.ts'
import { Id, text } from '#domain/kernel/text.ts'
import { wholeNumber } from '#domain/kernel/whole-number.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/** The stream of the operators' decisions: about what does not hold, and about keys. */
export const INTEGRITY_STREAM = 'integrity-log'

/** How many findings are kept, and decided about at once: more tell nobody anything new. */
export const MOST_FINDINGS = 1_000

/** How many keys are retired at once: more than anybody changes in a lifetime. */
export const MOST_KEYS = 1_000

/** How long the name of a check is at most. */
export const LONGEST_CHECK = 200

/** A place of the log, also one where no event can be. */
const place = wholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)

/** A place at which nothing is any more, or an event that does not hold by itself. */
const leftOut = z.object({
  position: place,
  through: place.optional(),
  /** The event's type, where its hash says that it is the one that it was written with. */
  type: text(200).optional(),
})

/**
 * Stream `integrity-log`: an operator has looked at these findings, and the portal writes again in spite of them. Each is
 * told by the hash of all that it says (`id`), so that anything else that is found there later is a new one; so is the same,
 * where it is `mended`: by the time of the decision, or by what is to make it anew. And: the keys of before sign no more.
 */
export const integrityEvents = {
  PortalOpenedAgain: withFacts(
    z.object({
      findings: z
        .array(
          z.object({
            ...{ id: Id, position: place, through: place.optional(), check: text(LONGEST_CHECK) },
            mended: z.literal(true).optional(),
          }),
        )
        .min(1)
        .max(MOST_FINDINGS),
      /** What nobody folds from here on, whatever stands there later: it is as if it had never been recorded. */
      leftOut: z.array(leftOut).max(MOST_FINDINGS),
      /** Who decided, as the operator gave it: operators have no account. */
      by: text(200),
      reason: text(2_000),
      at: Instant,
      /** Of all of the above; `none` of those before version 2. */
      ...signature,
    }),
    { upcasters: [(data) => ({ ...data, ...UNSIGNED })] },
  ),
  /** Behind this event nothing holds that is signed under one of these keys, each older than the one that signs it. */
  EventKeysRetired: z.object({
    keyIds: z.array(Id).min(1).max(MOST_KEYS),
    by: text(200),
    reason: text(2_000),
    at: Instant,
  }),
}
export type IntegrityEvent = EventsOf<typeof integrityEvents>
export type OpenedAgain = Extract<IntegrityEvent, { readonly type: 'PortalOpenedAgain' }>['data']
export type KeysRetired = Extract<IntegrityEvent, { readonly type: 'EventKeysRetired' }>['data']

export const integrityRights: Rights<IntegrityEvent> = {
  PortalOpenedAgain: { operator: true },
  EventKeysRetired: { operator: true },
}
