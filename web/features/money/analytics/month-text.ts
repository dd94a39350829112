const NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Mar 2026` of `2026-03`. */
export function monthText(month: string): string {
  const [year = '', number = ''] = month.split('-')
  return `${NAMES[Number(number) - 1] ?? number} ${year}`
}
