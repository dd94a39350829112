import { z } from 'zod'

/** The years that the fund can have to do with; anything else is a mistake, and more than a reader may hold. */
const YEARS = /^(?:19\d\d|2[01]\d\d|2200)-/
const OTHER_YEAR = 'Must be a date between 1900 and 2200'

/** A day that there is, YYYY-MM-DD, of the years 1900 to 2200; `missing` is what is said when it is none. */
export const day = (missing?: string) =>
  z.iso
    .date({ abort: true, ...(missing === undefined ? {} : { error: missing }) })
    .max(10)
    .refine((one) => YEARS.test(one), OTHER_YEAR)
export const Day = day()

/** An instant (ISO, UTC) of the years 1900 to 2200. */
export const Instant = z.iso
  .datetime()
  .max(30)
  .refine((one) => YEARS.test(one), OTHER_YEAR)

/** Nigeria keeps UTC+1 all year (no daylight saving), so a Lagos day is an offset, not a calendar look-up. */
export const LAGOS_OFFSET_MS = 3_600_000

/** The day in Lagos, YYYY-MM-DD, of an instant (ISO, UTC). */
export function lagosDay(instant: string): string {
  return new Date(Date.parse(instant) + LAGOS_OFFSET_MS).toISOString().slice(0, 10)
}

/** The first instant (ISO, UTC) of a Lagos day given as YYYY-MM-DD. */
export function startOfLagosDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - LAGOS_OFFSET_MS).toISOString()
}

/** The first instant (ISO, UTC) after a Lagos day given as YYYY-MM-DD. */
export function endOfLagosDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - LAGOS_OFFSET_MS + 86_400_000).toISOString()
}

/** `d-m-yyyy` of a day given as YYYY-MM-DD, as people read it. */
export const dayText = (day: string): string => day.split('-').map(Number).reverse().join('-')
