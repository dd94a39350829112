import { z } from 'zod'

/** No NUL and no half of a surrogate pair: what Postgres' text and UTF-8 cannot hold, no reader could fold. */
export const READABLE = /^[^\0\p{Surrogate}]*$/u

/** Whether every reader can hold a text. */
export const isReadable = (text: string): boolean => READABLE.test(text)

/** What is said of a text that is not readable. */
export const UNREADABLE = 'Must not contain characters that cannot be stored'

/**
 * A text of at most so many characters that every reader can hold (architecture.md, What no reader can hold never
 * enters). Events and contracts have no other kind of text; a test looks. `missing` is what is said when it is none.
 */
export const text = (max: number, missing?: string) =>
  z.string(missing).max(max, `At most ${max} characters`).regex(READABLE, UNREADABLE)

/** An id: opaque, printable, without spaces, short enough for any index and for the name of a stream. */
export const Id = z.string().regex(/^[!-~]{1,200}$/)
