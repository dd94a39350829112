import type pg from 'pg'
import type { Report } from './rarely.ts'

/**
 * The portal's one clock: that of its Postgres, as it was measured last, carried on by this process's monotonic clock. What
 * becomes of the machine's own changes nothing (docs/decisions/0050).
 */
export type Clock = {
  /** Whole milliseconds since 1970. Throws before the first measurement. */
  readonly now: () => number
  /** Measures it by a question to the database, which gives the time there in milliseconds since 1970. Throws what it throws. */
  measure(ask: () => Promise<number>): Promise<void>
  /** By how much (ms) the machine's own clock is ahead of this one; below zero when it is behind. */
  machineAheadMs(): number
}

/** The database's time, as `ask` of a clock wants it. */
export const DATABASE_TIME = '(extract(epoch from clock_timestamp()) * 1000)::float8'

/** What two good monotonic clocks may differ by, in ms each ms, while one of them is being put right. */
const MOST_DRIFT = 0.001
/** Nobody needs to hear of less. */
const SET_MS = 60_000
/** Of the first trips one may wait for a connection, and any for the machine. */
const FIRST_TRIPS = 5

type Clocks = {
  /** Milliseconds of a clock that is never set. */
  readonly elapsed?: () => number
  /** Milliseconds since 1970, by the machine. */
  readonly machine?: () => number
  /** Told when the database's clock was set. */
  readonly report?: Report
}

/** What is to be added to the monotonic clock; the truth is at most `within` ms off, as of `at` on that clock. */
type Measured = { readonly offset: number; readonly within: number; readonly at: number }

/**
 * A question was answered some time between its going and its coming back, so that half of the trip is the most by which
 * its midpoint errs: the shortest trip counts, until by drift it knows less than a newer one. One that contradicts what is
 * known (the clock there was set, or this machine slept) counts at once.
 */
export function createClock({
  elapsed = () => performance.now(),
  machine = () => Date.now(),
  report = () => undefined,
}: Clocks = {}): Clock {
  let best: Measured | undefined
  const exact = (): number => {
    if (best === undefined) throw new Error('The clock was not measured yet')
    return elapsed() + best.offset
  }

  function take(fresh: Measured): void {
    if (best === undefined) {
      best = fresh
      return
    }
    const within = best.within + (fresh.at - best.at) * MOST_DRIFT
    const apart = fresh.offset - best.offset
    const isSet = Math.abs(apart) > within + fresh.within
    if (isSet || fresh.within <= within) best = fresh
    if (isSet && Math.abs(apart) > SET_MS)
      report(`The database's clock, by which the portal goes, has gone ${spanOf(apart)} ${apart > 0 ? 'on' : 'back'}`)
  }

  return {
    now: () => Math.floor(exact()),
    async measure(ask) {
      const sent = elapsed()
      const there = await ask()
      const back = elapsed()
      take({ offset: there - (sent + back) / 2, within: (back - sent) / 2, at: back })
    },
    machineAheadMs: () => machine() - exact(),
  }
}

/** Measures it as somebody does who did not know the time before. */
export async function measureFirst(clock: Pick<Clock, 'measure'>, ask: () => Promise<number>): Promise<void> {
  for (let trip = 0; trip < FIRST_TRIPS; trip += 1) await clock.measure(ask)
}

/** For a tool that runs for minutes: the portal's clock, measured once. */
export async function clockOf(pool: Pick<pg.Pool, 'query'>): Promise<Pick<Clock, 'now'>> {
  const clock = createClock()
  await measureFirst(clock, () => askTime(pool))
  return clock
}

/** Asks the database for its time alone. */
export async function askTime(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ at: number }>(`select ${DATABASE_TIME} as at`)
  const [row] = rows
  if (row === undefined) throw new Error('The database gave no time')
  return Number(row.at)
}

const SPANS = [
  [365 * 86_400_000, 'year'],
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
] as const

/** A stretch of time in words, to the unit that says most: '8 days'. */
export function spanOf(ms: number): string {
  const length = Math.abs(ms)
  const [unit, name] = SPANS.find(([one]) => length >= one) ?? SPANS[4]
  const count = Math.round(length / unit)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
