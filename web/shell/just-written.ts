const written = new Set<string>()

/** What this person wrote in this visit and lists may not show yet, by the id that its answer gave. */
export function keepWritten(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) return
  const { data } = answer
  if (typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string') written.add(data.id)
}

/** Whether an address is about something of that. */
export const isJustWritten = (path: string): boolean => path.split(/[/?]/).some((part) => written.has(part))

/** Said where it is not found: it is there, and only not shown. */
export const NOT_SHOWN_YET = 'It is saved but not shown here yet. You need not do it again. Check again in a minute.'
