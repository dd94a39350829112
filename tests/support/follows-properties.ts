import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnyCommand, AnyEvent, Decider } from '#domain/kernel/decider.ts'
import { allStreams } from '#domain/streams.ts'
import { factsOf } from '#domain/kernel/event-table.ts'
import type { Contradiction, StreamRules, Written } from '#domain/kernel/follows.ts'
import { afterCommand } from './decider-properties.ts'

/** An event as verify meets it in its stream. */
export type Line<E> = { readonly event: E; readonly written: Written }

/**
 * Changes a history at a place (from 0, always of an event) into one that no decider would ever have written; undefined
 * where it cannot be changed so.
 */
type Forgery<E extends AnyEvent> = (history: readonly Line<E>[], at: number) => History | undefined

type History = readonly Line<AnyEvent>[]

/** The rules of a category, as verify finds them. */
function rulesOf(category: string): StreamRules {
  const rules = allStreams.find((one) => one.category === category)
  if (rules === undefined) throw new Error(`domain/streams.ts has no streams of ${category}`)
  return rules
}

/** What is wrong with a history, in order. */
function contradictionsIn({ begin }: StreamRules, history: History): readonly Contradiction[] {
  const next = begin()
  return history.flatMap(({ event, written }) => next(event, written) ?? [])
}

/** What a decider writes in answer to some commands, in one stream. */
function historyOf<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  decider: Decider<S, C, E, R>,
  id: string,
  commands: readonly C[],
): readonly Line<E>[] {
  const { events } = rulesOf(decider.category)
  let state = decider.initial()
  return commands.flatMap((command) => {
    const next = afterCommand(decider, state, command)
    state = next.state
    return next.events.map((event) => {
      const schema = events[event.type]
      if (schema === undefined) throw new Error(`${event.type} is no event of ${decider.category}`)
      const { version } = factsOf(schema)
      return { event, written: { id, commandId: command.id, actor: command.by, version, erased: 0 } }
    })
  })
}

/** Every run is the same in every run of the tests: how much was forged must not be chance. */
const RUNS = { seed: 9, numRuns: 200 }

const ROUNDS = 10

/** Commands in any order, enough of them to come far. */
export const runsOf = <C extends AnyCommand>(anyCommand: fc.Arbitrary<C>): fc.Arbitrary<readonly C[]> =>
  fc.array(anyCommand, { maxLength: 60, size: 'max' })

/** Whatever the decider says follows, in whatever it was asked; and of each forgery, wherever it is made, something does not. */
export function describeFollows<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  decider: Decider<S, C, E, R>,
  anyRun: fc.Arbitrary<readonly C[]>,
  forgeries: Readonly<Record<string, Forgery<NoInfer<E>>>>,
  id = 'one',
) {
  describe(`what follows in a stream of ${decider.category}`, () => {
    test('is whatever its decider says', () => {
      const seen = new Set<string>()
      const holds = fc.property(anyRun, (commands) => {
        const history = historyOf(decider, id, commands)
        expect(contradictionsIn(rulesOf(decider.category), history)).toEqual([])
        for (const { event } of history) seen.add(event.type)
      })
      const types = Object.keys(rulesOf(decider.category).events).sort()
      // Another seed where one has not come by all: which come by in the first shifts with every command that is new.
      for (let round = 0; round < ROUNDS && seen.size < types.length; round++)
        fc.assert(holds, { ...RUNS, seed: RUNS.seed + round })
      expect([...seen].sort()).toEqual(types)
    })

    const all: Readonly<Record<string, Forgery<E>>> = {
      'an event twice': twice,
      'another actor': byAnother,
      ...forgeries,
    }
    test.each(Object.entries(all))('is not %s', (_, forge) => {
      let forged = 0
      const isSeen = fc.property(anyRun, (commands) => {
        const history = historyOf(decider, id, commands)
        for (const at of history.keys()) {
          const changed = forge(history, at)
          if (changed === undefined) continue
          forged += 1
          expect(contradictionsIn(rulesOf(decider.category), changed)).not.toEqual([])
        }
      })
      // Another seed, as above, where what it is about is rare.
      for (let round = 0; round < ROUNDS && forged <= 10; round++)
        fc.assert(isSeen, { ...RUNS, seed: RUNS.seed + round })
      // Had nothing been forged, nothing would have been refused.
      expect(forged).toBeGreaterThan(10)
    })
  })
}

const twice = (history: History, at: number): History => history.toSpliced(at, 0, ...history.slice(at, at + 1))

/** Left out, with something behind it. */
export const leftOut = (history: History, at: number): History | undefined =>
  at === history.length - 1 ? undefined : history.toSpliced(at, 1)

/** Swapped with the next. */
export function swapped(history: History, at: number): History | undefined {
  const [one, two] = history.slice(at, at + 2)
  return one === undefined || two === undefined ? undefined : history.toSpliced(at, 2, two, one)
}

/** The same in the stream of another. */
export const inAnotherStream = (history: History, at: number): History | undefined => {
  const line = history[at]
  return line && history.with(at, { ...line, written: { ...line.written, id: 'another' } })
}

/** Changes the data of an event, where it is one that `change` has something to say about. */
export const changed =
  <E extends AnyEvent>(change: (event: E) => object | undefined): Forgery<E> =>
  (history, at) => {
    const line = history[at]
    const changes = line && change(line.event)
    if (line === undefined || changes === undefined) return undefined
    const event = { ...line.event, data: Object.assign({}, line.event.data, changes) }
    return (history as History).with(at, { ...line, event })
  }

const byAnother = changed(() => ({ by: 'somebody-else' }))
