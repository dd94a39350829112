import type { AnyCommand, AnyEvent, Decider, Refusal } from '#domain/kernel/decider.ts'
import { CommandIdReused, handle, type Handler } from './handle.ts'
import type { Position } from './log/event-log.ts'

export type Outcome<R extends string> =
  | { readonly outcome: 'done'; readonly position: Position }
  | { readonly outcome: 'refused'; readonly refusal: Refusal<R> }

/**
 * `handle` for a command that carries what was looked up for it: the shares of the day, a cap, the caller's permissions.
 * A request that was cut in the middle and comes again is the same command, whatever has become of those since. Only for
 * ids that derive from the whole request, so that nothing else can have the same one.
 */
export async function handleAgain<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  handler: Handler,
  decider: Decider<S, C, E, R>,
  id: string,
  command: C,
): Promise<Outcome<R>> {
  try {
    return await handle(handler, decider, id, command)
  } catch (error) {
    if (!(error instanceof CommandIdReused)) throw error
    return { outcome: 'done', position: await handler.log.head() }
  }
}
