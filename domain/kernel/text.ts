import { z } from 'zod'

/**
 * No NUL and no half of a surrogate pair: what Postgres' text and UTF-8 cannot hold, no reader could fold. And no U+FFFD,
 * which stands where bytes were none of UTF-8: what somebody wrote there is lost already.
 */
export const READABLE = /^[^\0\ufffd\p{Surrogate}]*$/u

/** Whether every reader can hold a text. */
export const isReadable = (text: string): boolean => READABLE.test(text)

/** What is said of a text that is not readable. */
export const UNREADABLE = 'Must not contain characters that cannot be stored'

/** Controls, but tabs and the ends of lines; and what turns the direction of what is around it, so that it reads as other text. */
const STEERING = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** What is said of a text that steers how it is shown. */
export const STEERS = 'Must not contain control characters'

/** Whether nothing of a text steers how it is shown, but tabs and the ends of lines. */
export const isPlain = (text: string): boolean => !STEERING.test(text.replaceAll(/[\t\n\r]/g, ''))

/** What steers, what ends a line, and what no reader can hold. */
const UNSHOWN = /[\p{Cc}\p{Surrogate}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffd]/gu

/** A text of whoever's, in one line of a terminal or of a log: what steers how it is shown stands as its number, `\u001b`. */
export const shown = (text: string): string =>
  text.replaceAll(UNSHOWN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * A text of at most so many characters that every reader can hold; `missing` is what is said when it is none. Of what
 * nobody can hold nothing more is said.
 */
export const readable = (max: number, missing?: string) => readableOf(z.string(missing), max)

const readableOf = (typed: z.ZodString, max: number) =>
  typed.max(max, `At most ${max} characters`).regex(READABLE, { error: UNREADABLE, abort: true })

/** The one form of a name or another line that people type: composed (NFC), one blank between words, none around it. */
export const canonicalLine = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim()

/** A readable text that comes in from outside, taken into its canonical form. */
export const readableLine = (max: number, missing?: string) =>
  readableOf(z.string(missing).overwrite(canonicalLine), max)

/**
 * A readable text (architecture.md, What no reader can hold never enters) in lines as it may be, without anything that
 * steers how it is shown. Events and contracts have no other kind of text; a test looks.
 */
export const text = (max: number, missing?: string) => readable(max, missing).refine(isPlain, STEERS)

/** What nobody sees: controls, ends of lines, what is only there to steer others, Braille's blank. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** The scripts in which a joiner between two letters decides how they are written. */
const JOINING = [
  ...['Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu'],
  ...['Kannada', 'Malayalam', 'Sinhala', 'Myanmar', 'Khmer'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('')
const JOINERS = new RegExp(`(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])`, 'gu')

/** What is said of a name of which a part cannot be seen. */
export const NOT_A_LINE = 'Must be one line, without invisible characters'

/** Whether all of a text can be seen in one line (docs/decisions/0013). */
export const isLine = (text: string): boolean => text.replaceAll(JOINERS, '').search(UNSEEN) < 0

/** What is left of a text when all that cannot be seen in one line is left out. */
export const asLine = (text: string): string => text.replaceAll(UNSEEN, '')

/** A text in one line, all of which can be seen: every name, and what tells things apart as a name does. */
export const line = (max: number, missing?: string) => readable(max, missing).refine(isLine, NOT_A_LINE)

/** Such a line as people type it, in its canonical form: for bodies, never for events. */
export const typedLine = (max: number, missing?: string) => readableLine(max, missing).refine(isLine, NOT_A_LINE)

/** What two names have in common that people take for one: whatever the capitals, the blanks, and how it is encoded. */
export const plainName = (name: string): string =>
  asLine(name.normalize('NFKC')).toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** An id: opaque, printable, without spaces, short enough for any index and for the name of a stream. */
export const Id = z.string().regex(/^[!-~]{1,200}$/)
