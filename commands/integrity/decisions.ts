import { checkEvent } from '#commands/log/event-hash.ts'
import type { Position, StoredEvent } from '#commands/log/event-log.ts'
import type { EventKeys } from '#commands/log/event-mac.ts'
import { INTEGRITY_STREAM, integrityEvents, type OpenedAgain } from '#domain/integrity/events.ts'

/** An operator's decision that the portal writes again, and where it stands. */
export type Decision = OpenedAgain & { readonly place: Position }

/**
 * The decisions among the stored events of their stream. Only what a process of the portal wrote decides anything:
 * whoever has the database alone opens nothing.
 */
export function decisionsIn(stored: readonly StoredEvent[], keys: Pick<EventKeys, 'of'>): readonly Decision[] {
  return stored.flatMap((event) => {
    if (event.stream !== INTEGRITY_STREAM || checkEvent(event, keys).mac !== 'holds') return []
    const read = integrityEvents.PortalOpenedAgain.safeParse(JSON.parse(event.data))
    return read.success ? [{ ...read.data, place: event.position }] : []
  })
}

/** Which decision each finding was decided by, by the finding's id. */
export const decidedIn = (decisions: readonly Decision[]): ReadonlyMap<string, Decision> =>
  new Map(decisions.flatMap((decision) => decision.findings.map(({ id }) => [id, decision] as const)))
