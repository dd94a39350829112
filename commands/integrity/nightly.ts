import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Verification } from '#commands/log/verify.ts'
import type { Report } from '#commands/rarely.ts'
import { inTurn, type TakeTurn } from '#commands/sole-turn.ts'
import { lagosDay, startOfLagosDay } from '#domain/kernel/dates.ts'
import type { Integrity } from './integrity.ts'

export type NightlyOptions = {
  readonly takeTurn: TakeTurn
  /** Checks all of the log; throws when the signal aborts. */
  readonly verify: (signal: AbortSignal) => Promise<Pick<Verification, 'events' | 'differences' | 'different'>>
  readonly integrity: Pick<Integrity, 'open' | 'found'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly report: Report
  /** How often (ms) to look whether a check is due, and whether another process gave up its turn. */
  readonly lookEvery?: number
}

/** When the whole log was checked last, and what of it did not hold and was not decided about. */
export type LastCheck = { readonly endedAt: string; readonly events: number; readonly different: number }

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
    while (!stop.aborted) {
      await checkWhenDue(options, client, stop).catch((error: unknown) => {
        if (!stop.aborted) throw error
      })
      await pause(lookEvery, undefined, { signal: stop }).catch(() => undefined)
    }
  })
}

async function checkWhenDue({ verify, integrity, now, report }: NightlyOptions, client: pg.Client, stop: AbortSignal) {
  const begun = now()
  const since = await sinceWhen(client, begun)
  const isNews = integrity.open().some(({ foundAt, foundBy }) => foundBy !== 'nightly' && Date.parse(foundAt) > since)
  if (since >= lastNight(begun) && !isNews) return
  const { events, differences, different } = await verify(stop)
  await integrity.found(differences, 'nightly')
  await client.query('update integrity_check set since = $1, ended_at = $2, events = $3, different = $4', [
    ...[new Date(begun), new Date(now()), events, different],
  ])
  if (different > 0) report(`The whole log was checked: ${different} places of ${events} events do not hold`)
}

/** When the last check began that went through, or when a process first looked here. */
async function sinceWhen(client: pg.Client, now: number): Promise<number> {
  const { rows } = await client.query<{ since: Date }>(
    `with first as (insert into integrity_check (since) values ($1) on conflict do nothing returning since)
     select since from first union all select since from integrity_check limit 1`,
    [new Date(now)],
  )
  return rows[0]?.since.getTime() ?? now
}

/** Undefined while it never went through. */
export async function lastCheck(pool: pg.Pool): Promise<LastCheck | undefined> {
  const { rows } = await pool.query<{ ended_at: string | null; events: number; different: number }>(
    'select ended_at, events, different from integrity_check',
  )
  const [row] = rows
  if (row === undefined || row.ended_at === null) return undefined
  return { endedAt: row.ended_at, events: row.events, different: row.different }
}
