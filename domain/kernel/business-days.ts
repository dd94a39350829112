import { lagosDay } from './dates.ts'

/** The first day of the fund's programme (spec, constants: programme start). */
export const PROGRAMME_START = '2021-01-01'

/** Business days, YYYY-MM-DD, both included. */
type Days = { readonly start: string; readonly end: string }

/**
 * Between which days business may have been done, as of an instant (ISO), where some days go beyond them; undefined where
 * they do not.
 */
export function beyondProgramme(
  { start, end }: Days,
  at: string,
): { readonly from: string; readonly to: string } | undefined {
  const today = lagosDay(at)
  return start < PROGRAMME_START || end > today ? { from: PROGRAMME_START, to: today } : undefined
}

/** The days of a period on which there can have been business, as of an instant (ISO). */
export function withinProgramme({ start, end }: Days, at: string): Days {
  const today = lagosDay(at)
  return { start: start < PROGRAMME_START ? PROGRAMME_START : start, end: end > today ? today : end }
}
