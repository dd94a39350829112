import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { serialize } from 'node:v8'
import { type AnyCommand, type AnyEvent, type Decider, isRefusal } from '#domain/kernel/decider.ts'
import { interleave } from './interleaving.ts'

/** A command's outcome folded in; a refused one leaves the state as it is. */
export function afterCommand<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  decider: Decider<S, C, E, R>,
  state: S,
  command: C,
): { state: S; events: readonly E[] } {
  const decision = decider.decide(command, state)
  if (isRefusal(decision)) return { state, events: [] }
  return { state: decision.reduce(decider.evolve, state), events: decision }
}

/** The properties that every decider has (style.md 2f): run twice = run once, an invariant, any event order folds. */
export function describeDeciderProperties<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  decider: Decider<S, C, E, R>,
  anyCommand: fc.Arbitrary<C>,
  invariant: (state: S, history: readonly E[]) => void,
) {
  describe(`every ${decider.category}`, () => {
    const commands = fc.array(anyCommand, { maxLength: 40 })

    test('runs a command a second time without adding anything', () => {
      fc.assert(
        fc.property(commands, (all) => {
          let state = decider.initial()
          for (const command of all) {
            const first = afterCommand(decider, state, command)
            state = first.state
            if (first.events.length === 0) continue
            const again = decider.decide(command, state)
            expect(isRefusal(again) ? [] : again).toEqual([])
          }
        }),
        { numRuns: 150 },
      )
    })

    test('keeps its invariant under any sequence of commands', () => {
      fc.assert(
        fc.property(commands, (all) => {
          let state = decider.initial()
          const history: E[] = []
          for (const command of all) {
            const next = afterCommand(decider, state, command)
            state = next.state
            history.push(...next.events)
            invariant(state, history)
          }
        }),
        { numRuns: 250 },
      )
    })

    test('changes no state that it has given: the next one is another', () => {
      fc.assert(
        fc.property(commands, (all) => {
          const states = [decider.initial()]
          const before: string[] = []
          for (const command of all) {
            const state = states.at(-1) ?? decider.initial()
            before.push(serialize(state).toString('base64'))
            states.push(afterCommand(decider, state, command).state)
          }
          expect(states.slice(0, -1).map((state) => serialize(state).toString('base64'))).toEqual(before)
        }),
        { numRuns: 100 },
      )
    })

    test('decides as if alone, however calls and the log’s answers interleave', async () => {
      const calls = fc.array(fc.record({ command: anyCommand, process: fc.nat({ max: 1 }) }), { maxLength: 5 })
      const delays = fc.infiniteStream(fc.nat({ max: 12 }))
      await fc.assert(
        fc.asyncProperty(fc.array(anyCommand, { maxLength: 6 }), calls, delays, async (past, all, turns) => {
          await interleave(decider, past, all, () => turns.next().value ?? 0)
        }),
        { numRuns: 100 },
      )
    })

    test('folds events in any order without a throw', () => {
      fc.assert(
        fc.property(commands, fc.infiniteStream(fc.nat()), (all, picks) => {
          let state = decider.initial()
          const history: E[] = []
          for (const command of all) {
            const next = afterCommand(decider, state, command)
            state = next.state
            history.push(...next.events)
          }
          const shuffled = history
            .map((event) => ({ event, pick: picks.next().value ?? 0 }))
            .sort((a, b) => a.pick - b.pick)
            .map(({ event }) => event)
          shuffled.reduce(decider.evolve, decider.initial())
        }),
        { numRuns: 150 },
      )
    })
  })
}
