import { type AnyCommand, type AnyEvent, type Decider, isRefusal } from './decider.ts'
import type { EventTable } from './event-table.ts'
import type { AnyRights, Rights } from './rights.ts'
import { same } from './same.ts'

/** What is known of a stored event beside what it says. */
export type Written = {
  /** The id of its stream, behind the category. */
  readonly id: string
  readonly commandId: string
  /** Who gave the command, by the metadata. */
  readonly actor: string
  /** The version of the event's schema in which it was written: it tells which rules there were. */
  readonly version: number
  /** How many of its fields nobody can read, as they are erased or not decrypted. */
  readonly erased: number
}

/** Why an event cannot have come where it stands. `rule` is a refusal, or the field that is not what it must be. */
export type Contradiction = { readonly rule: string; readonly expected: string; readonly found: string }

/** Whether an event may come in a state, by the rules that the decider enforces; undefined when it may. */
export type Follows<S, E> = (state: S, event: E, written: Written) => Contradiction | undefined

/** An event that names who gave its command and when, as those of every decider do. */
type Stamped = AnyEvent & { readonly data: { readonly by: string; readonly at: string } }

/** A command's type and data: the rest of it is in what was written. */
export type Asked<C extends AnyCommand> = C extends AnyCommand ? Pick<C, 'type' | 'data'> : never

type Facts<E extends AnyEvent> = {
  /** The field that names the stream, where the events have one. */
  readonly named?: (data: E['data']) => string
  /** Events that may have said something new in nothing but their personal fields. */
  readonly personalOnly?: readonly E['type'][]
  /** Rules that came later: the version of each event from which on they bind it. Older ones were written without. */
  readonly later?: Readonly<Record<string, Partial<Record<E['type'], number>>>>
}

/**
 * Makes `follows` of a decider, so that each rule is said once: `asked` gives the command that an event answers, and the
 * event follows when the decider would say that very event to it. What the command alone knew, and no event keeps (a cap of
 * the day, what the caller held), is filled in as widely as it may have been.
 */
export function follows<S, C extends AnyCommand, E extends Stamped, R extends string>(
  decider: Decider<S, C, E, R>,
  asked: (event: E, state: S) => Asked<C>,
  { named, personalOnly = [], later = {} }: Facts<E> = {},
): Follows<S, E> {
  const rulesIn = (state: S, event: E, written: Written): readonly Contradiction[] => {
    const { by, at } = event.data
    if (named !== undefined && named(event.data) !== written.id)
      return differing('stream', written.id, named(event.data))
    if (by !== written.actor) return differing('actor', written.actor, by)
    // Pieces of one union that TypeScript cannot put together again.
    const command = { ...asked(event, state), id: written.commandId, by, at, origin: NO_ORIGIN } as unknown as C
    const decision = decider.decide(command, state)
    if (isRefusal(decision)) {
      const { refused, detail } = decision
      return [{ rule: refused, expected: 'what the rules allow', found: told({ refused, ...detail }) }]
    }
    const [said, ...more] = decision
    if (said === undefined) {
      if (written.erased > 0 && personalOnly.includes(event.type)) return []
      return [{ rule: 'once', expected: 'something new', found: `${event.type}, which changes nothing` }]
    }
    const types = [said, ...more].map(({ type }) => type).join(', ')
    return types === event.type ? differences(said.data, event.data) : differing('outcome', types, event.type)
  }
  return (state, event, written) =>
    rulesIn(state, event, written).find(({ rule }) => {
      const since: Partial<Record<string, number>> = later[rule] ?? {}
      return written.version >= (since[event.type] ?? 1)
    })
}

/** The streams of one category: what stands in them, how they are replayed, and by which right each event may come. */
export type StreamRules = {
  readonly category: string
  readonly events: EventTable
  readonly rights: AnyRights
  /** Begins a stream: takes its events one after the other, and says of each why it cannot have come there. */
  readonly begin: () => (event: AnyEvent, written: Written) => Contradiction | undefined
}

/** The streams of an aggregate. An event that does not follow is folded all the same: what comes after builds on it. */
export function streamsOf<S, E extends AnyEvent>(
  { category, initial, evolve }: Pick<Decider<S, AnyCommand, E, string>, 'category' | 'initial' | 'evolve'>,
  events: EventTable,
  mayFollow: Follows<S, E>,
  rights: Rights<E>,
): StreamRules {
  return {
    category,
    events,
    rights,
    begin() {
      let state = initial()
      return (any, written) => {
        // Whoever asks has looked whether the type is one of `events`, and whether the data fits it.
        const event = any as E
        const wrong = mayFollow(state, event, written)
        state = evolve(state, event)
        return wrong
      }
    },
  }
}

/** No rule may read where a command came from. */
const NO_ORIGIN = { roles: [], permission: '', correlationId: '' }

function differences(expected: unknown, found: unknown): readonly Contradiction[] {
  const [one, other] = [Object.entries(Object(expected)), Object.entries(Object(found))]
  const [mine, theirs] = [new Map(one), new Map(other)]
  return [...new Set([...mine.keys(), ...theirs.keys()])].flatMap((field) =>
    same(mine.get(field), theirs.get(field)) ? [] : differing(field, mine.get(field), theirs.get(field)),
  )
}

const differing = (rule: string, expected: unknown, found: unknown): readonly Contradiction[] => [
  { rule, expected: told(expected), found: told(found) },
]

const MOST = 300
const told = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, MOST)
