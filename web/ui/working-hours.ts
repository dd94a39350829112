/** How long something has waited, in words, from working minutes: `4.5 working hours`. */
export function workingHoursText(minutes: number): string {
  if (minutes < 6) return 'Just arrived'
  const hours = (minutes / 60).toLocaleString('en-NG', { maximumFractionDigits: 1 })
  return hours === '1' ? '1 working hour' : `${hours} working hours`
}
