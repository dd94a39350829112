import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { type EventsOf, withFacts } from '#domain/kernel/event-table.ts'
import { signature, UNSIGNED } from '#domain/kernel/signed-decision.ts'
import { Id, text } from '#domain/kernel/text.ts'
import { wholeNumber } from '#domain/kernel/whole-number.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/**
 * Stream `readModel-{name}`: an operator decided that this read model goes around an event that it cannot fold, from its
 * next build on (architecture.md, What no reader can hold). The event itself stays in the log.
 */
export const readModelEvents = {
  ReadModelEventSkipped: withFacts(
    z.object({
      model: Id,
      position: wholeNumber(1, Number.MAX_SAFE_INTEGER),
      /** Who decided, as the operator gave it: operators have no account. */
      by: text(200),
      reason: text(2_000),
      at: Instant,
      /** Of all of the above; `none` of those before version 2. */
      ...signature,
    }),
    { upcasters: [(data) => ({ ...data, ...UNSIGNED })] },
  ),
}
export type ReadModelEvent = EventsOf<typeof readModelEvents>
export type EventSkipped = ReadModelEvent['data']

export const skipsStream = (model: string): string => `readModel-${model}`

export const readModelRights: Rights<ReadModelEvent> = { ReadModelEventSkipped: { operator: true } }
