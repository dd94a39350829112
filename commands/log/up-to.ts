import type { EventLog, Position } from './event-log.ts'

/** A log as it was when it had come to a position: followers are given what is up to there, and end. */
export const upTo = <L extends Pick<EventLog, 'follow'>>(log: L, end: Position): L => ({
  ...log,
  async *follow(after: Position, signal: AbortSignal) {
    if (after >= end) return
    for await (const batch of log.follow(after, signal)) {
      const isEnd = (batch.at(-1)?.position ?? after) >= end
      const within = isEnd ? batch.filter(({ position }) => position <= end) : batch
      if (within.length > 0) yield within
      if (isEnd) return
    }
  },
})
