import { setTimeout as delay } from 'node:timers/promises'
import type { Report } from './rarely.ts'

/** Says what whoever runs the portal should know of a part that goes on all the same; nothing more when undefined. */
export type Remark = (says: string | undefined) => void

/** What runs for long: until the signal aborts. To return before that, or to throw, is to fail. */
export type Run = (signal: AbortSignal) => Promise<void>

/** The same of a part that has something to say meanwhile. */
export type RunAndRemark = (signal: AbortSignal, remark: Remark) => Promise<void>

/** How a part is doing. `ended` is for good: somebody has to look before it can be started again. */
export type Part<Name extends string = string> = {
  readonly name: Name
  readonly state: 'running' | 'waiting to start again' | 'ended'
  /** When it came into this state (ISO, UTC). */
  readonly since: string
  /** How often it has failed since the process began, and when last. */
  readonly failures: number
  readonly lastFailedAt?: string
  /** What it says of itself while it runs. */
  readonly remark?: string
}

export type Supervised = {
  /** Ends when the part has: it was stopped, or it gave up. Never rejects. */
  readonly done: Promise<void>
  /** Asks it to end, and takes it off the list when it has. */
  stop(): Promise<void>
}

/** Runs it; when it fails, says so to the operator and runs it again after a pause that grows with each failure. */
export type Supervise<Name extends string = string> = (name: Name, run: RunAndRemark) => Supervised

/** Keeps everything that runs for long running (architecture.md, Processes). */
export type Supervisor<Name extends string = string> = {
  readonly supervise: Supervise<Name>
  /** Runs something short again and again, so many milliseconds after it ended. */
  every(name: Name, ms: number, run: Run): Supervised
  parts(): readonly Part<Name>[]
  /** Stops every part. One that does not end soon is reported and left behind: what it uses is closed next. */
  close(): Promise<void>
}

export type SupervisorOptions = {
  readonly report: Report
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The first pause before a part starts again, in ms; doubled each time, up to `longestPause`. */
  readonly firstPause?: number
  readonly longestPause?: number
  /** How long `close` waits for a part to end, in ms. */
  readonly endsWithin?: number
}

/** Thrown by a part that must not begin again by itself: beginning again would hide what somebody has to see. */
export class GivesUp extends Error {}

export function createSupervisor<Name extends string = string>({
  report,
  now,
  firstPause = 100,
  longestPause = 5_000,
  endsWithin = 5_000,
}: SupervisorOptions): Supervisor<Name> {
  const parts = new Map<Name, Part<Name>>()
  const running = new Map<Name, Supervised>()
  const at = () => new Date(now()).toISOString()
  const become = (name: Name, state: Part['state'], hasFailed = false) => {
    const { failures = 0, lastFailedAt } = parts.get(name) ?? {}
    const since = at()
    const failed = hasFailed ? since : lastFailedAt
    parts.set(name, {
      ...{ name, state, since, failures: hasFailed ? failures + 1 : failures },
      ...(failed === undefined ? {} : { lastFailedAt: failed }),
    })
  }
  const remarkOf =
    (name: Name): Remark =>
    (says) => {
      const { remark: _, ...part } = parts.get(name) ?? {}
      if ('name' in part) parts.set(name, { ...part, ...(says === undefined ? {} : { remark: says }) })
    }

  /** Until the signal aborts or the part gives up. */
  const keepRunning = async (name: Name, run: RunAndRemark, signal: AbortSignal): Promise<void> => {
    let pause = firstPause
    while (!signal.aborted) {
      become(name, 'running')
      const began = performance.now()
      const error = await run(signal, remarkOf(name)).then(
        () => new Error(`${name} ended by itself`),
        (thrown: unknown) => thrown,
      )
      if (signal.aborted) return
      if (error instanceof GivesUp) {
        become(name, 'ended', true)
        return report(`${name} has ended and does not begin again by itself`, error)
      }
      become(name, 'waiting to start again', true)
      report(`${name} has failed and begins again`, error)
      // One that went well for ten times its pause is not held to its failures of before.
      if (performance.now() - began > 10 * pause) pause = firstPause
      await delay(pause, undefined, { signal }).catch(() => undefined)
      pause = Math.min(longestPause, pause * 2)
    }
  }

  const supervise = (name: Name, run: RunAndRemark): Supervised => {
    if (running.has(name)) throw new Error(`${name} is running already`)
    const ending = new AbortController()
    const done = keepRunning(name, async (signal, remark) => run(signal, remark), ending.signal)
    const supervised = {
      done,
      async stop() {
        ending.abort()
        await done
        running.delete(name)
        parts.delete(name)
      },
    }
    running.set(name, supervised)
    return supervised
  }

  return {
    supervise,
    every: (name, ms, run) =>
      supervise(name, async (signal) => {
        while (!signal.aborted) {
          await run(signal)
          await delay(ms, undefined, { signal }).catch(() => undefined)
        }
      }),
    parts: () => [...parts.values()],
    async close() {
      const late = new AbortController()
      const isLate = delay(endsWithin, true, { signal: late.signal }).catch(() => false)
      const stopping = [...running].map(async ([name, one]) => {
        if (await Promise.race([one.stop().then(() => false), isLate]))
          report(`${name} does not end and is left behind`)
      })
      await Promise.all(stopping)
      late.abort()
    },
  }
}

/** For a part that has no system around it: nobody is told of its failures, nor of when they were. */
export const superviseAlone: Supervise = (name, run) =>
  createSupervisor({ report: () => undefined, now: () => performance.now() }).supervise(name, run)
