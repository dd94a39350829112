import { LAGOS_OFFSET_MS } from './dates.ts'

/** When people work: Monday to Friday, 8:00 to 17:00 in Lagos, without public holidays (beyond.md 7). Minutes of a day. */
export const WORKDAY = { from: 8 * 60, until: 17 * 60 } as const
/** Working minutes of a day on which people work. */
export const WORKDAY_MINUTES = WORKDAY.until - WORKDAY.from

const MINUTES_A_DAY = 1_440
const MINUTE_MS = 60_000
/** 1970-01-01, from which days are counted, was a Thursday: so many days after the Monday of its week. */
const FIRST_WEEKDAY = 3

/** The public holidays between Monday and Friday, as days since 1970-01-01, in order. */
export type WorkCalendar = { readonly holidays: readonly number[] }

/** A stretch of time between two instants (ISO). */
export type Span = { readonly from: string; readonly until: string }

/** The calendar of public holidays, given as days YYYY-MM-DD. */
export function workCalendar(days: readonly string[]): WorkCalendar {
  const numbers = days.map((day) => Date.parse(`${day}T00:00:00.000Z`) / (MINUTES_A_DAY * MINUTE_MS))
  return { holidays: [...new Set(numbers)].filter(isWeekday).sort((one, other) => one - other) }
}

/**
 * Working minutes between two instants (ISO); 0 when the second is not after the first. Each instant counts as its minute,
 * so that what is split anywhere adds up.
 */
export function workingMinutes({ from, until }: Span, calendar: WorkCalendar): number {
  return Math.max(0, workedBy(lagosMinute(until), calendar) - workedBy(lagosMinute(from), calendar))
}

/** Working minutes for which a clock runs that is stopped while any of the pauses lasts. They may overlap, and reach beyond it. */
export function runningMinutes(span: Span, pauses: readonly Span[], calendar: WorkCalendar): number {
  let minutes = 0
  let runsFrom = span.from
  const inOrder = pauses.toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from))
  for (const { from, until } of inOrder) {
    minutes += workingMinutes({ from: runsFrom, until: earlier(from, span.until) }, calendar)
    runsFrom = later(runsFrom, until)
  }
  return minutes + workingMinutes({ from: runsFrom, until: span.until }, calendar)
}

/**
 * The instant (ISO) at which a clock started that shows exactly so many working minutes now: one that started before it
 * shows more.
 */
export function startedFor(minutes: number, now: string, { holidays }: WorkCalendar): string {
  let left = minutes
  const at = lagosMinute(now)
  const today = Math.floor(at / MINUTES_A_DAY)
  for (let day = today; ; day--) {
    const end = day === today ? intoWorkday(at - day * MINUTES_A_DAY) : WORKDAY_MINUTES
    const worked = isWeekday(day) && !holidays.includes(day) ? end : 0
    if (worked > left) return instantOf(day * MINUTES_A_DAY + WORKDAY.from + worked - left)
    left -= worked
  }
}

/** Working minutes from 1970 on to a minute of Lagos. */
function workedBy(minute: number, { holidays }: WorkCalendar): number {
  const day = Math.floor(minute / MINUTES_A_DAY)
  const sinceMonday = day + FIRST_WEEKDAY
  const week = Math.floor(sinceMonday / 7)
  const weekdays = week * 5 + Math.min(sinceMonday - week * 7, 5)
  const daysOff = holidays.filter((holiday) => holiday < day).length
  const isWorked = isWeekday(day) && !holidays.includes(day)
  return (weekdays - daysOff) * WORKDAY_MINUTES + (isWorked ? intoWorkday(minute - day * MINUTES_A_DAY) : 0)
}

/** Working minutes of a day by a minute of it. */
const intoWorkday = (minute: number): number => Math.min(Math.max(minute - WORKDAY.from, 0), WORKDAY_MINUTES)

function isWeekday(day: number): boolean {
  const sinceMonday = day + FIRST_WEEKDAY
  return sinceMonday - Math.floor(sinceMonday / 7) * 7 < 5
}

const lagosMinute = (instant: string): number => Math.floor((Date.parse(instant) + LAGOS_OFFSET_MS) / MINUTE_MS)
const instantOf = (minute: number): string => new Date(minute * MINUTE_MS - LAGOS_OFFSET_MS).toISOString()
const earlier = (one: string, other: string) => (Date.parse(one) < Date.parse(other) ? one : other)
const later = (one: string, other: string) => (Date.parse(one) > Date.parse(other) ? one : other)
