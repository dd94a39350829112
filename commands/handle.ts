import { type AnyCommand, type AnyEvent, type Decider, isRefusal, type Refusal } from '../domain/kernel/decider.ts'
import type { DomainLog, StreamHead } from './log/domain-log.ts'
import { EventIdReused, NO_STREAM, type Position, RevisionConflict } from './log/event-log.ts'

/** What became of a command. `position` is where in the log its effect stands: wait for it to read one's own write. */
export type Handled<S, R extends string> =
  | { readonly outcome: 'done'; readonly state: S; readonly revision: number; readonly position: Position }
  | { readonly outcome: 'refused'; readonly refusal: Refusal<R>; readonly state: S }

/** A stream folded up to its head; the cache keeps it, so that a hot stream costs one short read. */
type Folded = {
  state: unknown
  head: StreamHead
  position: Position
  /** By command id: the hash of what was asked and where its last event stands. */
  readonly commands: Map<string, { readonly hash: string; readonly position: Position }>
}

/** What handling a command needs: the log, and folded states by stream (least recently used go first). */
export type Handler = { readonly log: DomainLog; readonly states: Map<string, Folded>; readonly capacity: number }

/** The same command id came with other data (HTTP: 409). */
export class CommandIdReused extends Error {
  constructor(id: string) {
    super(`Command ${id} was given before with other data`)
    this.name = 'CommandIdReused'
  }
}

const ATTEMPTS = 50

export function createHandler(log: DomainLog, capacity = 20_000): Handler {
  return { log, states: new Map(), capacity }
}

/** The whole loop: read, fold, decide, append; on a conflict read on and decide again. Idempotent by the command's id. */
export async function handle<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  handler: Handler,
  decider: Decider<S, C, E, R>,
  id: string,
  command: C,
): Promise<Handled<S, R>> {
  const stream = `${decider.category}-${id}`
  const hash = handler.log.hashOf(command)
  for (let attempt = 1; ; attempt++) {
    const { folded, state } = await foldStream(handler, decider, stream)
    const before = folded.commands.get(command.id)
    if (before !== undefined) {
      if (before.hash !== hash) throw new CommandIdReused(command.id)
      return { outcome: 'done', state, revision: folded.head.revision, position: before.position }
    }
    const decision = decider.decide(command, state)
    if (isRefusal(decision)) return { outcome: 'refused', refusal: decision, state }
    const { head } = folded
    if (decision.length === 0) {
      return { outcome: 'done', state, revision: head.revision, position: folded.position }
    }
    try {
      const appended = await handler.log.append(stream, head, decision, command)
      // Another call may have read this very append meanwhile, and folded it already.
      if (folded.head === head) advance(decider, folded, decision, { ...appended, commandId: command.id })
      if (appended.commandHash !== hash) throw new CommandIdReused(command.id)
      const after = folded.state as S
      return { outcome: 'done', state: after, revision: appended.head.revision, position: appended.position }
    } catch (error) {
      handler.states.delete(stream)
      // Event ids derive from the command's: a known one means that the same command went through meanwhile.
      const isOvertaken = error instanceof RevisionConflict || error instanceof EventIdReused
      if (!isOvertaken || attempt === ATTEMPTS) throw error
    }
  }
}

/** The present state of an aggregate, for a command that must look before it asks. */
export async function load<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  handler: Handler,
  decider: Decider<S, C, E, R>,
  id: string,
): Promise<S> {
  return (await foldStream(handler, decider, `${decider.category}-${id}`)).state
}

/** Whether a command has been handled before: its effect stands, and a repeated request needs no new decision. */
export async function wasHandled<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  handler: Handler,
  decider: Decider<S, C, E, R>,
  id: string,
  commandId: string,
): Promise<boolean> {
  return (await foldStream(handler, decider, `${decider.category}-${id}`)).folded.commands.has(commandId)
}

async function foldStream<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  handler: Handler,
  decider: Decider<S, C, E, R>,
  stream: string,
): Promise<{ folded: Folded; state: S }> {
  const cached = handler.states.get(stream)
  const from = (cached?.head.revision ?? NO_STREAM) + 1
  const recorded = await handler.log.read<E>(stream, from)
  const known = handler.states.get(stream)
  const folded =
    known !== undefined && known.head.revision + 1 >= from
      ? known
      : { state: decider.initial(), head: { revision: NO_STREAM, hash: '' }, position: 0, commands: new Map() }
  if (folded !== known && from > 0) return foldStream(handler, decider, stream)
  for (const { event, revision, position, meta } of recorded) {
    if (revision <= folded.head.revision) continue // another call has folded it meanwhile
    folded.state = decider.evolve(folded.state as S, event)
    folded.head = { revision, hash: meta.hash }
    folded.position = position
    folded.commands.set(meta.commandId, { hash: meta.commandHash, position })
  }
  handler.states.delete(stream)
  handler.states.set(stream, folded)
  if (handler.states.size > handler.capacity) {
    const oldest = handler.states.keys().next().value
    if (oldest !== undefined) handler.states.delete(oldest)
  }
  return { folded, state: folded.state as S }
}

function advance<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  decider: Decider<S, C, E, R>,
  folded: Folded,
  events: readonly E[],
  done: { head: StreamHead; position: Position; commandId: string; commandHash: string },
): void {
  folded.state = events.reduce(decider.evolve, folded.state as S)
  folded.head = done.head
  folded.position = done.position
  folded.commands.set(done.commandId, { hash: done.commandHash, position: done.position })
}
