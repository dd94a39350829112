/** The calls that a log has under way, and whether it still takes any. */
export type LogCalls = {
  /** Throws once the log is closed. */
  mustBeOpen(): void
  /** Counts a call as under way until it ends. */
  tracked<T>(call: Promise<T>): Promise<T>
  /** Aborts when the log is closed. */
  readonly closed: AbortSignal
  /** Takes no more calls; false when it took none already. */
  close(): boolean
  /** Resolves when none is under way. */
  idle(): Promise<void>
}

/** For an adapter of the event log: an open log without calls. */
export function createLogCalls(): LogCalls {
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  return {
    mustBeOpen() {
      if (closing.signal.aborted) throw new Error('The log is closed')
    },
    tracked(call) {
      const settled = call.catch(() => undefined).finally(() => underWay.delete(settled))
      underWay.add(settled)
      return call
    },
    closed: closing.signal,
    close() {
      if (closing.signal.aborted) return false
      closing.abort()
      return true
    },
    async idle() {
      await Promise.all(underWay)
    },
  }
}
