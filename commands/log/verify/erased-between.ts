import { allEvents } from '#domain/events.ts'
import { erasedBy, ERASING_TYPES } from '#commands/log/erasing.ts'
import type { EventLog, Position, StoredEvent } from '#commands/log/event-log.ts'
import { createEventReader } from '#commands/log/event-reader.ts'
import { upTo } from '#commands/log/up-to.ts'
import { UnreadEvent } from '#commands/log/unread-event.ts'

/**
 * Whom the log erases behind a position and up to another. An erasure is in the log before anything of its person is gone:
 * whoever finds something gone looks here, up to where the log ends by then, before he says that it is missing.
 */
export async function erasedBetween(log: EventLog, after: Position, end: Position): Promise<ReadonlySet<string>> {
  const erased = new Set<string>()
  for await (const batch of upTo(log, end).follow(after, new AbortController().signal))
    for (const stored of batch) {
      const person = ERASING_TYPES.has(stored.type) ? personIn(stored) : undefined
      if (person !== undefined) erased.add(person)
    }
  return erased
}

const reader = createEventReader(allEvents)
const NO_KEYS: ReadonlyMap<string, Buffer> = new Map()

/** Nobody, where the event cannot be read, which the walk over the log tells of. */
function personIn(stored: StoredEvent): string | undefined {
  try {
    return erasedBy(reader.decode(stored, NO_KEYS).event)
  } catch (error) {
    if (!(error instanceof UnreadEvent)) throw error
    return undefined
  }
}
