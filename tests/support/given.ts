import { expect } from 'vitest'
import type { AnyCommand, AnyEvent, Decider } from '#domain/kernel/decider.ts'

/** Given what happened, when a command comes, then these events, nothing, or a refusal. */
export const given = <S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  decider: Decider<S, C, E, R>,
  ...past: E[]
) => ({
  when(command: C) {
    const decision = decider.decide(command, past.reduce(decider.evolve, decider.initial()))
    return {
      then: (...events: E[]) => expect(decision).toEqual(events),
      thenNothing: () => expect(decision).toEqual([]),
      thenRefused: (refused: R, detail?: Record<string, unknown>) =>
        expect(decision).toMatchObject(detail === undefined ? { refused } : { refused, detail }),
    }
  },
})
