/** Working minutes in words: `4.5 working hours`. */
export function workingHoursText(minutes: number): string {
  if (minutes < 6) return 'less than 6 working minutes'
  const hours = (minutes / 60).toLocaleString('en-NG', { maximumFractionDigits: 1 })
  return hours === '1' ? '1 working hour' : `${hours} working hours`
}
