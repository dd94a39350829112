import type { AnyCommand, AnyEvent, Decider } from '#domain/kernel/decider.ts'
import type { Recorded, Step, StreamHead } from './log/domain-log.ts'
import { NO_STREAM, type Position } from './log/event-log.ts'
import { UnreadableEvent } from './log/unread-event.ts'

/** A command that stands in a stream: the hash of what was asked, and where its last event is. */
type KnownCommand = { readonly hash: string; readonly position: Position; readonly revision: number }

/**
 * A stream folded up to its head: a value that never changes, state and head taken together, so that nobody decides on
 * the state of one moment and appends at the revision of another (architecture.md, Handling a command).
 */
export type Folded<S> = {
  readonly state: S
  readonly head: KnownHead
  /** Of the last event; 0 when there is none. */
  readonly position: Position
  /** By id. Shared by all folds of the stream and only ever added to: ask `commandIn`, which leaves out what is later. */
  readonly commands: Map<string, KnownCommand>
}

/** Where a fold ends, and by how many decisions of operators it was made. */
type KnownHead = StreamHead & { readonly known: number }

/** A stream before its first event, for whoever knows so many decisions of operators. */
export function foldNothing<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  decider: Decider<S, C, E, R>,
  known: number,
): Folded<S> {
  return { state: decider.initial(), head: { revision: NO_STREAM, hash: '', known }, position: 0, commands: new Map() }
}

/** One event further; one that is left out by decision changes nothing but where the stream ends. */
export function foldOn<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  decider: Decider<S, C, E, R>,
  { state, head: { known }, commands }: Folded<S>,
  { recorded, position, head }: Step<E>,
): Folded<S> {
  const folded = { position, head: { ...head, known }, commands }
  if (recorded === undefined) return { ...folded, state }
  const { meta, revision } = recorded
  const next = evolved(decider, state, recorded)
  commands.set(meta.commandId, { hash: meta.commandHash, position, revision })
  return { ...folded, state: next }
}

function evolved<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  decider: Decider<S, C, E, R>,
  state: S,
  recorded: Recorded<E>,
): S {
  try {
    return decider.evolve(state, recorded.event)
  } catch (error) {
    const place = { ...recorded, type: recorded.event.type }
    throw new UnreadableEvent(place, 'its data are not what an event of its type has', error)
  }
}

/** A command of the stream as far as it is folded here. */
export function commandIn({ commands, head }: Folded<unknown>, id: string): KnownCommand | undefined {
  const known = commands.get(id)
  return known !== undefined && known.revision <= head.revision ? known : undefined
}

/** How much is kept at most. A stream is forgotten whole; the one used last stays, whatever it holds. */
export type Capacity = { readonly streams: number; readonly commands: number }

/**
 * Folded streams, those used last. Whoever finds one in here must expect the log to be further. Bound by commands as
 * well as by streams, as a wallet's state grows with each: 500,000 of them take some 215 MB (docs/decisions/0001).
 */
export type FoldedStates = {
  /** Only what was folded by just so many decisions of operators: what was before them may be another stream now. */
  get<S>(stream: string, known: number): Folded<S> | undefined
  /** Keeps what a stream was folded to, unless a later fold of it is here already. */
  keep(stream: string, folded: Folded<unknown>): void
  forget(stream: string): void
  size(): Capacity
}

const isLater = (one: KnownHead, other: KnownHead): boolean =>
  one.known === other.known ? one.revision > other.revision : one.known > other.known

export function createFoldedStates(most: Capacity): FoldedStates {
  /** The streams used last come last. `weight`: how many commands were counted for it. */
  const kept = new Map<string, { readonly folded: Folded<unknown>; readonly weight: number }>()
  let commands = 0

  const forget = (stream: string) => {
    commands -= kept.get(stream)?.weight ?? 0
    kept.delete(stream)
  }

  return {
    get<S>(stream: string, known: number) {
      const folded = kept.get(stream)?.folded as Folded<S> | undefined
      return folded?.head.known === known ? folded : undefined
    },
    keep(stream, folded) {
      const before = kept.get(stream)?.folded
      const latest = before !== undefined && isLater(before.head, folded.head) ? before : folded
      forget(stream)
      const weight = latest.commands.size
      kept.set(stream, { folded: latest, weight })
      commands += weight
      for (const oldest of kept.keys()) {
        const fits = kept.size <= most.streams && commands <= most.commands
        if (fits || oldest === stream) break
        forget(oldest)
      }
    },
    forget,
    size: () => ({ streams: kept.size, commands }),
  }
}
