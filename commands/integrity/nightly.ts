import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { LiveEventKeys } from '#commands/log/event-mac.ts'
import type { Position } from '#commands/log/event-log.ts'
import type { Verification } from '#commands/log/verify/verify.ts'
import type { Report } from '#commands/rarely.ts'
import { inTurn, type TakeTurn } from '#commands/sole-turn.ts'
import { lagosDay, startOfLagosDay } from '#domain/kernel/dates.ts'
import type { Integrity } from './integrity.ts'
import { readLastCheck, writeLastCheck } from './last-check.ts'

export type NightlyOptions = {
  readonly takeTurn: TakeTurn
  /** Checks all of the log; throws when the signal aborts. */
  readonly verify: (
    signal: AbortSignal,
  ) => Promise<Pick<Verification, 'events' | 'differences' | 'different' | 'unchecked'>>
  readonly integrity: Pick<Integrity, 'open' | 'found'>
  readonly eventKeys: LiveEventKeys
  /** When the log began, in milliseconds since 1970; now, while nothing is in it. */
  readonly beganAt: () => Promise<number>
  /** Where the log ends. */
  readonly head: () => Promise<Position>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly report: Report
  /** How often (ms) to look whether a check is due, and whether another process gave up its turn. */
  readonly lookEvery?: number
}

const HOUR_MS = 3_600_000
/** Two in the morning, in Lagos. */
const NIGHT_MS = 2 * HOUR_MS
const LOOK_EVERY_MS = 5_000

/** When the last night's check was due, in milliseconds since 1970. */
export function lastNight(now: number): number {
  const today = Date.parse(startOfLagosDay(lagosDay(new Date(now).toISOString()))) + NIGHT_MS
  return today <= now ? today : today - 24 * HOUR_MS
}

/**
 * Checks all of the log every night, one process of the portal at a time, and at once when something was found by another
 * part: whoever decides is shown all of it. One that was cut begins again. Ends when the signal aborts; throws what the
 * check and the database throw, and may be run again.
 */
export async function runNightly(options: NightlyOptions, signal: AbortSignal): Promise<void> {
  const { takeTurn, lookEvery = LOOK_EVERY_MS } = options
  await inTurn({ takeTurn, lookEvery }, signal, async (client, stop) => {
    let own: number | undefined
    while (!stop.aborted) {
      try {
        own = await checkWhenDue(options, { client, own }, stop)
      } catch (error) {
        if (!stop.aborted) throw error
      }
      await pause(lookEvery, undefined, { signal: stop }).catch(() => undefined)
    }
  })
}

type Turn = {
  readonly client: pg.Client
  /** When the last check began, as this process knows it by now: nobody else checks in its turn. Undefined before its first look. */
  readonly own: number | undefined
}

/** Gives when the last check began, in milliseconds since 1970. */
async function checkWhenDue(options: NightlyOptions, { client, own }: Turn, stop: AbortSignal): Promise<number> {
  const { verify, integrity, eventKeys, now, report } = options
  const begun = now()
  const since = Math.min(await sinceWhen(options, client, begun), own ?? begun)
  const isNews = integrity.open().some(({ foundAt, foundBy }) => foundBy !== 'nightly' && Date.parse(foundAt) > since)
  if (since >= lastNight(begun) && !isNews) return since
  const { events, differences, different, unchecked } = await verify(stop)
  if (stop.aborted) return since
  await integrity.found(differences, 'nightly', begun)
  await writeLastCheck({ client, eventKeys }, { since: begun, ended: { at: now(), events, different } })
  if (unchecked.length > 0) report(`The check of the whole log has left out: ${unchecked.join('; ')}`)
  if (different > 0) report(`The whole log was checked: ${different} places of ${events} events do not hold`)
  return begun
}

/**
 * When the last check began that went through, or when the log did. Where no process of the portal says so, or one whose clock
 * was ahead, that was never: whoever has the app's rights could put every check off otherwise.
 */
async function sinceWhen(
  { eventKeys, beganAt, head }: NightlyOptions,
  client: pg.Client,
  now: number,
): Promise<number> {
  const kept = await readLastCheck({ client, eventKeys, head })
  if (kept === 'foreign') return 0
  if (kept !== undefined) return kept.since <= now ? kept.since : 0
  const since = await beganAt()
  await writeLastCheck({ client, eventKeys }, { since })
  return since
}
