const DAY_MS = 86_400_000
const LAGOS_AHEAD_MS = 3_600_000 // Africa/Lagos is UTC+1 all year.

const lagosDayNumber = (moment: number): number => Math.floor((moment + LAGOS_AHEAD_MS) / DAY_MS)

/** How many working days (Monday to Friday, in Lagos) have begun since the day of a moment (ISO). */
export function workingDays(since: string, now: Date): number {
  const [first, last] = [lagosDayNumber(Date.parse(since)), lagosDayNumber(now.getTime())]
  const weeks = Math.max(0, Math.floor((last - first) / 7))
  let days = weeks * 5
  for (let day = first + weeks * 7 + 1; day <= last; day += 1) {
    const weekday = (day + 4) % 7 // day 0 was a Thursday; 0 is Sunday
    if (weekday !== 0 && weekday !== 6) days += 1
  }
  return days
}

/** In words: `3 working days`. */
export function workingDaysText(since: string, now: Date): string {
  const days = workingDays(since, now)
  if (days === 0) return 'less than a working day'
  return days === 1 ? '1 working day' : `${days.toLocaleString('en-NG')} working days`
}
