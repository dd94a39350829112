const repeated = new WeakSet<object>()

/** Keeps that an answer is one that the server gave before: nothing was done this time. */
export function keepRepeated(answer: unknown): void {
  if (typeof answer === 'object' && answer !== null) repeated.add(answer)
}

/** Whether the server did nothing for this answer, because it had done it already. */
export const isRepeated = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && repeated.has(answer)

/** Said when that is so: whoever meant to do it a second time must know that it was not. */
export const DONE_BEFORE = 'This was already done, so it was not done twice. To do it once more, submit it again.'
