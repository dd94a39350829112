import { AsOfRefused, mustReach, positionAt, recordedDay, recordedSecond } from '#projections/as-of.ts'
import { endOfLagosDay, lagosDay } from '#domain/kernel/dates.ts'
import type { AppContext } from '#api/context.ts'
import type { AsOfQuery } from '#api/contracts/report.ts'
import { HttpError, invalid } from '#api/http-error.ts'

/**
 * The log position that a query asks about: undefined for now. A date is on the recorded clock: what was recorded by
 * the end of that day in Lagos. What cannot be answered for the past is refused (architecture.md, As of). `models` are
 * the read models that answer: they must have come that far.
 */
export async function asOfPosition(
  { db, pool, eventLog, now }: AppContext,
  { as_of: day, as_of_position: asked }: AsOfQuery,
  models: readonly string[],
): Promise<number | undefined> {
  if (day !== undefined && asked !== undefined) throw invalid('as_of', 'Give a date or a position, not both')
  if (day === undefined && asked === undefined) return undefined
  if (day !== undefined && day > today(now)) throw invalid('as_of', 'That day has not come yet')
  const head = await eventLog.head()
  return answeringPast(async () => {
    const position = asked ?? (day === undefined ? head : await positionAt(db, day, head))
    await mustReach(pool, models, position, head)
    return position
  })
}

const today = (now: () => number): string => lagosDay(new Date(now()).toISOString())

/** The Lagos day (YYYY-MM-DD) of the moment that a query asks about: 'this month' in an answer of the past is that day's. */
export async function dayOf(
  { db, now }: AppContext,
  { as_of: day, as_of_position: position }: AsOfQuery,
): Promise<string> {
  const recorded = position === undefined ? undefined : await recordedDay(db, position)
  return day ?? recorded ?? today(now)
}

/**
 * The instant (ISO) of the moment that a query asks about, up to which clocks run in an answer: now; the end of a day that
 * is over; when a position was recorded.
 */
export async function instantOf(
  { db, now }: AppContext,
  { as_of: day, as_of_position: position }: AsOfQuery,
): Promise<string> {
  const present = new Date(now()).toISOString()
  if (position !== undefined) return (await recordedSecond(db, position)) ?? present
  return day === undefined || day >= lagosDay(present) ? present : endOfLagosDay(day)
}

/** Runs what reads the past: what cannot be answered for it becomes an answer that says so, never other data. */
export async function answeringPast<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AsOfRefused) throw pastRefused(error)
    throw error
  }
}

function pastRefused({ reason }: AsOfRefused): HttpError {
  switch (reason) {
    case 'beyond_log':
      return beyondLog()
    case 'not_temporal':
      return invalid('as_of', 'This list cannot be shown as of the past')
    case 'not_yet':
      return notYet()
  }
}

/** A position behind the last event. */
export const beyondLog = (): HttpError => invalid('as_of_position', 'The log does not reach that far')

/** A read model has not come as far as was asked: it goes on by itself, or is started again. */
export const notYet = (): HttpError =>
  new HttpError(503, 'The lists have not come that far yet; please try again in a moment', undefined, AGAIN_SECONDS)

const AGAIN_SECONDS = 10
