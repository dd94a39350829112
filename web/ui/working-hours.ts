/** Below this, in working minutes, nothing is said in hours. */
const LEAST = 6

/** How long something has waited, in words, from working minutes: `4.5 working hours`. */
export function workingHoursText(minutes: number): string {
  if (minutes < LEAST) return 'Just arrived'
  const hours = (minutes / 60).toLocaleString('en-NG', { maximumFractionDigits: 1 })
  return hours === '1' ? '1 working hour' : `${hours} working hours`
}

/** The same of a step that waits, beside its name: `for 4.5 working hours`. */
export const waitedText = (minutes: number): string =>
  minutes < LEAST ? 'Just arrived' : `for ${workingHoursText(minutes)}`

/** The same of a step that was taken: `after 4.5 working hours`. */
export const tookText = (minutes: number): string =>
  minutes < LEAST ? 'at once' : `after ${workingHoursText(minutes)}`
