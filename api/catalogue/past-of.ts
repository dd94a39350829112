import type { AnyCommand, AnyEvent, Decider } from '#domain/kernel/decider.ts'
import type { EventTable } from '#domain/kernel/event-table.ts'
import type { AppContext } from '#api/context.ts'
import type { HistoryEntry } from '#api/contracts/history.ts'
import { historyOf, type Said } from '#api/history.ts'

type Told<S, C extends AnyCommand, E extends AnyEvent, R extends string> = {
  readonly decider: Decider<S, C, E, R>
  readonly events: EventTable
  readonly id: string
}

/**
 * All that became of a record without anything personal, newest first, each event told by the state that it met: from which
 * value to which. And the state to which it all came.
 */
export async function pastOf<
  S,
  C extends AnyCommand,
  E extends AnyEvent & { readonly data: { readonly at: string } },
  R extends string,
>(
  context: AppContext,
  { decider, events, id }: Told<S, C, E, R>,
  say: (event: E, before: S) => Said,
): Promise<{ readonly history: HistoryEntry[]; readonly state: S }> {
  const past = await context.log.readWhatHolds<E>(`${decider.category}-${id}`, 0)
  const said = new Map<E, Said>()
  let state = decider.initial()
  for (const { event } of past.events) {
    said.set(event, say(event, state))
    state = decider.evolve(state, event)
  }
  const inWords = (event: E) => said.get(event) ?? { what: '', why: null }
  return { history: await historyOf(context, past, { events, inWords, isMasked: false }), state }
}
