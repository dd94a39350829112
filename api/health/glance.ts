import { isPassingFault } from '#commands/postgres.ts'

/** What was last seen, and whether that was just now. */
export type Seen<T> = { readonly seen: T | undefined; readonly isFresh: boolean }

/** What is looked at in the background, so that whoever asks for it waits for nothing. */
export type Glance<T> = {
  last(): Seen<T>
  /** Looks once; to be run again and again. */
  look(): Promise<void>
}

export const GLANCE_EVERY_MS = 1_000
const FRESH_FOR_MS = 5_000

export function createGlance<T>(see: () => Promise<T>): Glance<T> {
  let last: { readonly seen: T; readonly begun: number; readonly at: number } | undefined
  return {
    last: () => ({ seen: last?.seen, isFresh: last !== undefined && performance.now() - last.at < FRESH_FOR_MS }),
    async look() {
      try {
        const begun = performance.now()
        const seen = await see()
        if (last === undefined || begun > last.begun) last = { seen, begun, at: performance.now() }
      } catch (error) {
        // That the database is away is said by its watch.
        if (!isPassingFault(error)) throw error
      }
    },
  }
}
