import type { AppendExpectedRevision, EventStoreDBClient } from '@eventstore/db-client'
import { checkAppend } from '#commands/log/append-check.ts'
import { EventIdReused, NO_STREAM, RevisionConflict } from '#commands/log/event-log.ts'
import type { Appended, EventToStore, StoredEvent } from '#commands/log/event-log.ts'
import { insist, isOfType, NoAnswer } from './client.ts'
import type { KnownIds } from './known-ids.ts'
import { readStream } from './read.ts'
import { toProposed } from './records.ts'
import { createTurns } from '#commands/log/turns.ts'

/** An append without an answer for so long (milliseconds) is treated as cut: the ids make it safe to ask again. */
const DEADLINE = 5_000

/** Appends to a stream one after the other, in the order of the calls, and to different streams at once. */
type Appender = {
  append(stream: string, expectedRevision: number, events: readonly EventToStore[]): Promise<Appended>
  /** Until every append under way has its answer. */
  idle(): Promise<void>
}

/**
 * `retryFor`: for how many milliseconds an append is tried again when its outcome is unknown or no node takes it, which
 * is safe as the server knows an append that it has by its ids and place. After that it throws `LogUnavailable`.
 */
export function createAppender(client: EventStoreDBClient, known: KnownIds, retryFor: number): Appender {
  const turns = createTurns()

  const write = (stream: string, expectedRevision: number, events: readonly EventToStore[]): Promise<boolean> =>
    insist(retryFor, async () => {
      try {
        const expected: AppendExpectedRevision = expectedRevision === NO_STREAM ? 'no_stream' : BigInt(expectedRevision)
        const options = { expectedRevision: expected, requiresLeader: true, deadline: DEADLINE }
        const { success } = await client.appendToStream(stream, events.map(toProposed), options)
        return success
      } catch (error) {
        if (isOfType(error, 'wrong-expected-version')) return false
        throw error
      }
    })

  /**
   * What is stored where the append was to go. The server acknowledges known ids whatever they come with, and says
   * where an acknowledged append is only sometimes, so what counts is what can be read.
   */
  const readBack = (stream: string, expectedRevision: number, count: number): Promise<StoredEvent[]> =>
    insist(retryFor, async () => {
      const stored = await readStream(client, stream, expectedRevision + 1, count)
      if (stored.length < count) throw new NoAnswer(`${stream} does not show what was appended yet`)
      return stored
    })

  const appendNow = async (
    stream: string,
    expectedRevision: number,
    events: readonly EventToStore[],
  ): Promise<Appended> => {
    const before = await known.upTo(stream, expectedRevision)
    mustBeNew(events, expectedRevision, before)
    // What was read of a stream stays: that its next revision is taken, by others, needs no asking.
    const isTaken = before.size > expectedRevision + 1 && !events.some(({ id }) => before.has(id))
    if (isTaken) throw new RevisionConflict(stream, expectedRevision)
    if (!(await write(stream, expectedRevision, events))) {
      const ids = await known.upTo(stream, Number.MAX_SAFE_INTEGER)
      mustBeNew(events, expectedRevision, ids)
      if (events.some(({ id }) => ids.has(id))) {
        mustBeSame(
          events,
          await insist(retryFor, () => readStream(client, stream, expectedRevision + 1, events.length)),
        )
      }
      throw new RevisionConflict(stream, expectedRevision)
    }
    const stored = await readBack(stream, expectedRevision, events.length)
    mustBeSame(events, stored)
    known.learn(stream, stored)
    const last = stored.at(-1)
    if (last === undefined) throw new RangeError('An append needs an event')
    return { revision: last.revision, position: last.position, meta: last.meta }
  }

  return {
    async append(stream, expectedRevision, events) {
      checkAppend(stream, expectedRevision, events)
      mustBeOurs(stream, events)
      return turns.take(stream, () => appendNow(stream, expectedRevision, events))
    },
    idle: turns.idle,
  }
}

/** Throws TypeError for what followers would not see, and `EventIdReused` for an id twice in one append. */
function mustBeOurs(stream: string, events: readonly EventToStore[]): void {
  if (stream.startsWith('$') || events.some(({ type }) => type.startsWith('$'))) {
    throw new TypeError('In EventStoreDB what begins with $ belongs to the server')
  }
  const ids = new Set<string>()
  for (const { id } of events) {
    if (ids.has(id)) throw new EventIdReused(id)
    ids.add(id)
  }
}

/** Throws `EventIdReused` when an id is in the stream already, at another place. */
function mustBeNew(events: readonly EventToStore[], expectedRevision: number, ids: ReadonlyMap<string, number>): void {
  for (const [index, { id }] of events.entries()) {
    const revision = ids.get(id)
    if (revision !== undefined && revision !== expectedRevision + 1 + index) throw new EventIdReused(id)
  }
}

/** Throws `EventIdReused` when an id is at its place with another type or data; other ids there are no matter. */
function mustBeSame(events: readonly EventToStore[], stored: readonly StoredEvent[]): void {
  for (const [index, { id, type, data }] of events.entries()) {
    const there = stored[index]
    if (there?.id === id && (there.type !== type || there.data !== data)) throw new EventIdReused(id)
  }
}
