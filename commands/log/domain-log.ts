import type { AnyCommand, AnyEvent } from '#domain/kernel/decider.ts'
import type { Decision, Decisions } from './decisions.ts'
import type { Position } from './event-log.ts'
import type { EventPlace } from './unread-event.ts'

/** What an event's metadata says, for operators and auditors; written by the codec, never read by a rule. */
export type EventMeta = {
  readonly commandId: string
  /** SHA-256 of the command's type and data: the same id with other data is not the same command. */
  readonly commandHash: string
  readonly actor: string
  readonly onBehalfOf?: string
  readonly roles: readonly string[]
  readonly permission: string
  readonly coeId?: string
  readonly correlationId: string
  readonly causationId?: string
  /** Version of the event's schema when it was written. */
  readonly version: number
  /** Hash of the previous event of the stream; empty on the first. */
  readonly prev: string
  /** Which of the portal's keys the MAC is under. */
  readonly key: string
  /** SHA-256 over stream, revision, id, type, stored data and the metadata before this field (event-hash.ts). */
  readonly hash: string
  /** HMAC over that hash, under a key that is not in the database (event-mac.ts). */
  readonly mac: string
}

/** A decoded event with its place in the log. */
export type Recorded<E extends AnyEvent = AnyEvent> = {
  readonly id: string
  readonly position: Position
  readonly stream: string
  readonly revision: number
  /** When the log took it (ISO, UTC): the recorded clock, beside the business date in the data. */
  readonly recordedAt: string
  readonly event: E
  readonly meta: EventMeta
}

/** A stored event that could not be read, and why: an `UnreadEvent`, or a `WrongPersonKey`. */
export type Unread = EventPlace & Pick<Recorded, 'id' | 'recordedAt'> & { readonly error: Error }

/** A stored event that an operator has decided to leave out, whatever it says. */
export type LeftOut = EventPlace &
  Pick<Recorded, 'id' | 'recordedAt'> & { readonly hash: string; readonly by: Decision }

/** What was made of stored events, in order of position. */
export type Decoded<E extends AnyEvent = AnyEvent> = {
  readonly events: readonly Recorded<E>[]
  readonly unread: readonly Unread[]
}

/** The same with what is left out. */
export type DecodedWhole<E extends AnyEvent = AnyEvent> = Decoded<E> & { readonly leftOut: readonly LeftOut[] }

/** Where a stream ends: what an append was decided on. `known`: by how many decisions of operators, where they matter. */
export type StreamHead = { readonly revision: number; readonly hash: string; readonly known?: number }

/** One event further in a stream; without the event where it is left out by decision. */
export type Step<E extends AnyEvent = AnyEvent> = {
  readonly recorded?: Recorded<E>
  readonly position: Position
  readonly head: StreamHead
}

/** The last position of a batch that was recorded in this second (ISO, UTC, whole). */
export type RecordedSecond = { readonly second: string; readonly position: Position }

/** Events decoded from one batch of the log; `position` is the last place read, also when no event of it was wanted. */
export type RecordedBatch = Decoded & {
  readonly position: Position
  readonly count: number
  /** The recorded clock over the whole batch, in order, the events left out included; a second may go on in the next. */
  readonly seconds: readonly RecordedSecond[]
}

/** The event log seen through the codec: typed events in and out, hashes and encryption at its edge. */
export type DomainLog = {
  /** What operators have decided, as far as this process knows. */
  decisions(): Decisions
  /** Calls back whenever this process knows of more decisions; what it returns ends that. */
  onDecided(look: () => void): () => void
  /**
   * Throws the first `Unread` error that it meets: a stream with an event missing is another stream. What operators have
   * decided to leave out is left out.
   */
  read<E extends AnyEvent>(stream: string, from?: number, count?: number): Promise<readonly Recorded<E>[]>
  /**
   * What came in a stream behind its head, for whoever folds it: throws as `read` does, and `BrokenChain` where an event does
   * not go on from the one before it and nobody has decided about that. `known` of each head is how many decisions it was
   * read by; what was folded up to a head of fewer is to be folded anew.
   */
  readOn<E extends AnyEvent>(stream: string, head: StreamHead): Promise<readonly Step<E>[]>
  /** The same for whoever only shows what is there. */
  readWhatHolds<E extends AnyEvent>(stream: string, from?: number, count?: number): Promise<DecodedWhole<E>>
  /**
   * Throws what EventLog.append throws, after it has learned what was decided meanwhile, and InvalidEvent (codec.ts) when
   * an event does not fit its schema. Answers with what is stored: when another gave the same command before, the head is the one that their metadata made.
   */
  append<E extends AnyEvent>(
    stream: string,
    head: StreamHead,
    events: readonly E[],
    command: AnyCommand,
  ): Promise<{ readonly head: StreamHead; readonly position: Position; readonly commandHash: string }>
  /** What `EventMeta.commandHash` is for a command: keyed, so that it tells nobody what the command said. */
  hashOf(command: AnyCommand): string
  /**
   * Batches in order, from after a position, then live until the signal aborts. `types` leaves out (does not decode) the
   * rest. What cannot be read stops nobody by itself: whoever needs it finds it in `unread`.
   */
  follow(after: Position, signal: AbortSignal, types?: ReadonlySet<string>): AsyncIterable<RecordedBatch>
  head(): Promise<Position>
}
