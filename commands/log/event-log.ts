/**
 * A place in the whole log: 1, 2, 3 … without gaps in the memory and Postgres logs, a commit position in EventStoreDB.
 * Always a safe integer; 0 is before the first event.
 */
export type Position = number

/** Before it the portal writes nothing: what stands there, however genuine it looks, somebody else has put there. */
export const FIRST_POSITION: Position = 1

/** The revision of a stream that has no event yet. The first event has revision 0. */
export const NO_STREAM = -1

/** An event as the log keeps it. Both texts are kept byte for byte, as hashes are taken over them. */
export type EventToStore = {
  /** A UUID; the same id again with the same type and data is acknowledged, not stored twice. */
  readonly id: string
  readonly type: string
  readonly data: string
  readonly meta: string
}

/** A stored event. `recordedAt` (ISO, UTC, milliseconds) never goes back as the position grows. */
export type StoredEvent = EventToStore & {
  readonly position: Position
  readonly stream: string
  readonly revision: number
  readonly recordedAt: string
}

/**
 * Where an append's last event stands, and the metadata that the log holds for it: when the same events were there
 * before, those that came with them then. What is built on the append (the next hash of the chain) is built on these.
 */
export type Appended = { readonly revision: number; readonly position: Position; readonly meta: string }

/**
 * The event log: the only truth. Three adapters (memory, Postgres, EventStoreDB) and one contract suite.
 * There is no 'any revision': every append says which revision it was decided on (architecture.md, The log).
 * Any call throws `LogUnavailable` when the log stays away.
 */
export type EventLog = {
  /**
   * The events of one stream from a revision on (0 when left out), in order, at most `count` of them (all when left out);
   * none when there is no such stream.
   */
  read(stream: string, from?: number, count?: number): Promise<readonly StoredEvent[]>
  /**
   * Appends one or more events to one stream, all or none. Throws `RevisionConflict` when the stream is not at
   * `expectedRevision`, unless exactly these events are already there, whatever their metadata (then answers as the first time);
   * `EventIdReused` when an id is known with another type or data, or at another place. `known` is how many decisions of
   * operators it was decided by: throws `DecidedSince` when there are others, as the stream may have been folded otherwise.
   */
  append(stream: string, expectedRevision: number, events: readonly EventToStore[], known?: number): Promise<Appended>
  /**
   * Every event after a position, in order and without a gap, in batches, and then whatever is appended, until the
   * signal aborts (the iteration then ends without an error). Throws `LogGap` rather than skip.
   */
  follow(after: Position, signal: AbortSignal): AsyncIterable<readonly StoredEvent[]>
  /** The position of the last event, 0 when there is none. */
  head(): Promise<Position>
  /** Lets go of connections; calls under way end first. */
  close(): Promise<void>
}

/** Someone else wrote to the stream: read on and decide again. */
export class RevisionConflict extends Error {
  readonly stream: string
  readonly expected: number
  constructor(stream: string, expected: number) {
    super(`${stream} is not at revision ${expected}`)
    this.name = 'RevisionConflict'
    this.stream = stream
    this.expected = expected
  }
}

/** Operators have decided something since: the stream may not be what it was taken for. Read it anew and decide again. */
export class DecidedSince extends RevisionConflict {
  constructor(stream: string, expected: number) {
    super(stream, expected)
    this.message = `${stream} was folded by other decisions than there are`
    this.name = 'DecidedSince'
  }
}

/** An event id came again with other content: a bug in whoever made the ids, never to be retried. */
export class EventIdReused extends Error {
  readonly id: string
  constructor(id: string) {
    super(`Event id ${id} is already in the log with other content`)
    this.name = 'EventIdReused'
    this.id = id
  }
}

/**
 * No log answers for now: it was tried again for as long as a caller can be kept waiting. Whether an append was written
 * is unknown; the same command may be sent again, as its id tells it. HTTP answers 503 with Retry-After.
 */
export class LogUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The event log cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'LogUnavailable'
  }
}

/** The log's rows do not end where it says that it ends: nothing is appended. */
export class EndOfLogWrong extends LogUnavailable {
  constructor(cause: unknown) {
    super(cause)
    this.message = 'The log does not end where it says that it does, and takes nothing'
    this.name = 'EndOfLogWrong'
  }
}

/** A follower met a position that is not the next one: it stops rather than skip. */
export class LogGap extends Error {
  readonly expected: Position
  readonly met: Position
  constructor(expected: Position, met: Position) {
    super(`The log continues at ${met} where ${expected} was due`)
    this.name = 'LogGap'
    this.expected = expected
    this.met = met
  }
}
