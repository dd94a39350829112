const DAY_MS = 86_400_000

/** The Lagos day (YYYY-MM-DD) so many days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Whether offices are closed on that day. */
export function isWeekend(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6
}

/** The day itself when offices are open, else the Monday after it. */
export function workingDay(day: string): string {
  return isWeekend(day) ? workingDay(dayAfter(day, 1)) : day
}

/** An instant (ISO, UTC) of a Lagos day: `minutes` after 08:00 there, at most a few hours. */
export function officeTime(day: string, minutes: number): string {
  return new Date(Date.parse(`${day}T07:00:00Z`) + Math.round(minutes * 60_000)).toISOString()
}
