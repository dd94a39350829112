/** The day by the clock of whoever checks: the portal's own on the server (docs/decisions/0050), the browser's on screens. */
let read: (() => string) | undefined

/** Says once, as a program starts, which day it is in Lagos, YYYY-MM-DD. */
export function setToday(today: () => string): void {
  read = today
}

/** Today in Lagos, YYYY-MM-DD. */
export function todayOfChecks(): string {
  if (read === undefined) throw new Error('setToday must be called before anything is checked')
  return read()
}
