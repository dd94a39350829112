import { randomUUID } from 'node:crypto'
import type { EventLog, EventToStore, Position, StoredEvent } from '#commands/log/event-log.ts'

/** A stream name nobody used before. */
export const freshStream = (category = 'contract') => `${category}-${randomUUID()}`

/** An event with a fresh id, ready to store. */
export const anEvent = (given: Partial<EventToStore> = {}): EventToStore => ({
  id: randomUUID(),
  type: 'SomethingHappened',
  data: '{"amount":100}',
  meta: '{"actor":"tester"}',
  ...given,
})

/** That many events, numbered in their data. */
export const someEvents = (count: number): EventToStore[] =>
  Array.from({ length: count }, (_, index) => anEvent({ data: `{"number":${index}}` }))

/** What is left of a stored event when its place and time are taken away: what was given to the log. */
export const asGiven = ({ id, type, data, meta }: StoredEvent): EventToStore => ({ id, type, data, meta })

/** Follows from a position until `enough` says so, then stops; throws what the follower throws. */
export async function followUntil(
  log: EventLog,
  after: Position,
  enough: (seen: readonly StoredEvent[]) => boolean,
): Promise<StoredEvent[]> {
  const stop = new AbortController()
  const seen: StoredEvent[] = []
  for await (const batch of log.follow(after, stop.signal)) {
    seen.push(...batch)
    if (enough(seen)) stop.abort()
  }
  return seen
}

/** Follows from a position until that many events came. */
export const followCount = (log: EventLog, after: Position, count: number) =>
  followUntil(log, after, (seen) => seen.length >= count)
