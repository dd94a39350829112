// What is under way may end: calls, exports.
const GRACE_MS = 30_000
// Nobody is served yet, and what a start does is safe to cut off anywhere.
const STARTING_GRACE_MS = 5_000
// One Ctrl-C arrives twice: from the terminal, and from npm, which passes it on.
const SAME_KEY_PRESS_MS = 1_000

/** Where a program says what must be closed before it ends. */
export type Shutdown = {
  /** Aborts as the end begins: what can be broken off is, before it is waited for. */
  readonly signal: AbortSignal
  /** The last part added is the first to be closed. */
  add(close: () => Promise<void>): void
  /** The start is over: from now on an end leaves time to those who are served. */
  started(): void
  /** Closes everything and ends the process with an error that has been shown. */
  fail(error: unknown): void
}

/**
 * Ends the process in good order on SIGINT, SIGTERM, SIGHUP and on errors that nobody caught: every part is closed,
 * whatever another one says. A second Ctrl-C, or half a minute (five seconds while it starts), ends it at once.
 */
export function createShutdown(show: (error: unknown) => void): Shutdown {
  const parts: (() => Promise<void>)[] = []
  const ending = new AbortController()
  let begun: number | undefined
  let grace = STARTING_GRACE_MS

  async function end(code: number) {
    begun ??= performance.now()
    process.exitCode = code
    ending.abort()
    setTimeout(() => process.exit(grace === GRACE_MS ? 1 : code), grace).unref()
    for (const close of parts.splice(0).reverse()) {
      await close().catch((error: unknown) => {
        process.exitCode = 1
        show(error)
      })
    }
    process.exit()
  }

  const fail = (error: unknown) => {
    if (begun !== undefined) return // What breaks while it is being closed is no news.
    show(error)
    void end(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (begun === undefined) {
        console.log('\nStopping ...')
        parts.unshift(async () => console.log('Stopped.'))
        void end(0)
      } else if (performance.now() - begun > SAME_KEY_PRESS_MS) process.exit(1)
    })
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  return {
    signal: ending.signal,
    add: (close) => void parts.push(close),
    started: () => {
      grace = GRACE_MS
    },
    fail,
  }
}
