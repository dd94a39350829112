import { randomUUID } from 'node:crypto'

/** Begins a stream; each call of what it gives appends one event to it, at the revision that comes next. */
export type Writing = (stream: string) => () => Promise<void>

const EVENTS_PER_STREAM = 50

/** Lets so many writers append for that long, each to streams of its own. Events per second. */
export async function writeFor(writing: Writing, writers: number, ms: number): Promise<number> {
  const begun = performance.now()
  const until = begun + ms
  let written = 0
  const write = async () => {
    while (performance.now() < until) {
      const append = writing(`wallet-patient:${randomUUID()}`)
      for (let count = 0; count < EVENTS_PER_STREAM && performance.now() < until; count += 1) {
        await append()
        written += 1
      }
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  return written / ((performance.now() - begun) / 1000)
}
