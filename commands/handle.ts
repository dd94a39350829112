import { type AnyCommand, type AnyEvent, type Decider, isRefusal, type Refusal } from '#domain/kernel/decider.ts'
import {
  type Capacity,
  commandIn,
  createFoldedStates,
  type Folded,
  type FoldedStates,
  foldNothing,
  foldOn,
} from './folded-states.ts'
import type { DomainLog } from './log/domain-log.ts'
import { EventIdReused, type Position, RevisionConflict } from './log/event-log.ts'
import { createTurns, type Turns } from './log/turns.ts'

/** What became of a command. `position` is where in the log its effect stands: wait for it to read one's own write. */
export type Handled<S, R extends string> =
  | { readonly outcome: 'done'; readonly state: S; readonly revision: number; readonly position: Position }
  | { readonly outcome: 'refused'; readonly refusal: Refusal<R>; readonly state: S }

/** What handling a command needs: the log, folded states by stream, and whose turn it is on a stream. */
export type Handler = { readonly log: DomainLog; readonly states: FoldedStates; readonly turns: Turns }

/** The same command id came with other data (HTTP: 409). */
export class CommandIdReused extends Error {
  constructor(id: string) {
    super(`Command ${id} was given before with other data`)
    this.name = 'CommandIdReused'
  }
}

const ATTEMPTS = 50
const CAPACITY: Capacity = { streams: 20_000, commands: 500_000 }

export function createHandler(log: DomainLog, capacity = CAPACITY): Handler {
  return { log, states: createFoldedStates(capacity), turns: createTurns() }
}

/**
 * The whole loop: fold, decide, append; on a conflict read on and decide again. Idempotent by the command's id. Calls
 * on one stream go one after the other, so only other processes can be in conflict with one.
 */
export async function handle<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  handler: Handler,
  decider: Decider<S, C, E, R>,
  id: string,
  command: C,
): Promise<Handled<S, R>> {
  const stream = `${decider.category}-${id}`
  return handler.turns.take(stream, () => handleInTurn(handler, decider, stream, command))
}

/** The present state of an aggregate, for a command that must look before it asks. */
export async function load<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  handler: Handler,
  decider: Decider<S, C, E, R>,
  id: string,
): Promise<S> {
  return (await readOn(handler, decider, `${decider.category}-${id}`)).state
}

/** Whether a command has been handled before: its effect stands, and a repeated request needs no new decision. */
export async function wasHandled<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  handler: Handler,
  decider: Decider<S, C, E, R>,
  id: string,
  commandId: string,
): Promise<boolean> {
  return commandIn(await readOn(handler, decider, `${decider.category}-${id}`), commandId) !== undefined
}

async function handleInTurn<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  handler: Handler,
  decider: Decider<S, C, E, R>,
  stream: string,
  command: C,
): Promise<Handled<S, R>> {
  const hash = handler.log.hashOf(command)
  let cached = handler.states.get<S>(stream, handler.log.decisions().known)
  for (let attempt = 1; ; attempt += 1) {
    const folded = cached ?? (await readOn(handler, decider, stream))
    const before = commandIn(folded, command.id)
    if (before !== undefined && before.hash !== hash) throw new CommandIdReused(command.id)
    const decision = before === undefined ? decider.decide(command, folded.state) : []
    const { state, head } = folded
    if (!isRefusal(decision) && decision.length > 0) {
      try {
        // From a cached state this needs no reading: the append tells when the stream has gone on.
        return await append(handler, decider, stream, folded, decision, command, hash)
      } catch (error) {
        // Event ids derive from the command's: a known one means that the same command went through meanwhile.
        const isOvertaken = error instanceof RevisionConflict || error instanceof EventIdReused
        if (!isOvertaken || attempt === ATTEMPTS) throw error
      }
    } else if (cached === undefined) {
      if (isRefusal(decision)) return { outcome: 'refused', refusal: decision, state }
      return { outcome: 'done', state, revision: head.revision, position: (before ?? folded).position }
    }
    cached = undefined // overtaken, or an answer without an append, which only what was just read may give
  }
}

async function append<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  handler: Handler,
  decider: Decider<S, C, E, R>,
  stream: string,
  { state: before, head: expected, commands }: Folded<S>,
  events: readonly E[],
  command: C,
  hash: string,
): Promise<Handled<S, R>> {
  const appended = await handler.log.append(stream, expected, events, command)
  const { position, commandHash } = appended
  const head = { ...appended.head, known: expected.known }
  const state = events.reduce(decider.evolve, before)
  commands.set(command.id, { hash: commandHash, position, revision: head.revision })
  handler.states.keep(stream, { state, head, position, commands })
  if (commandHash !== hash) throw new CommandIdReused(command.id)
  return { outcome: 'done', state, revision: head.revision, position }
}

/** The stream folded to where it ends now, by what operators have decided. */
async function readOn<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  handler: Handler,
  decider: Decider<S, C, E, R>,
  stream: string,
): Promise<Folded<S>> {
  for (;;) {
    const { known } = handler.log.decisions()
    const before = handler.states.get<S>(stream, known) ?? foldNothing(decider, known)
    const steps = await handler.log.readOn<E>(stream, before.head)
    // Something was decided while it was read: what is folded of it may be another stream now.
    if (handler.log.decisions().known !== known) continue
    const folded = steps.reduce((upTo, step) => foldOn(decider, upTo, step), before)
    handler.states.keep(stream, folded)
    return folded
  }
}
