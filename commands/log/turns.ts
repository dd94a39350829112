import { LogUnavailable } from './event-log.ts'

/** Calls on the same thing (a stream) one after the other, in the order they came; on different things at once. */
export type Turns = {
  /**
   * Runs `act` when every call before it on the same key has ended. When the one before it found that the log is away,
   * this one fails with the same error at once: each in a long row would otherwise wait as long again.
   */
  take<T>(key: string, act: () => Promise<T>): Promise<T>
  /** Until every call under way has ended. */
  idle(): Promise<void>
}

export function createTurns(): Turns {
  /** By key, the end of the last call, with what it threw. */
  const tails = new Map<string, Promise<unknown>>()
  return {
    async take(key, act) {
      const before = tails.get(key)
      const mine = before === undefined ? act() : before.then((failure) => unlessAway(failure, act))
      const tail = mine
        .then(
          () => undefined,
          (error: unknown) => error,
        )
        .finally(() => {
          if (tails.get(key) === tail) tails.delete(key)
        })
      tails.set(key, tail)
      return mine
    },
    async idle() {
      await Promise.all(tails.values())
    },
  }
}

function unlessAway<T>(failure: unknown, act: () => Promise<T>): Promise<T> {
  if (failure instanceof LogUnavailable) throw failure
  return act()
}
