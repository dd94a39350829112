import { z } from 'zod'
import { isBlank } from '#domain/kernel/blank.ts'
import { isLine, isPlain, NOT_A_LINE, readable, readableLine, STEERS, text } from '#domain/kernel/text.ts'
import { MAX_COUNT, wholeNumber } from '#domain/kernel/whole-number.ts'

/** Ids, codes and names of accounts in paths and queries: no more than the longest that there is. */
export const Key = text(200).min(1, 'Must not be empty')

const DIGITS = /^\d{1,16}$/

/** A whole number, given as a number or as text of digits and as nothing else (domain.md, Paths). */
export const digits = (min: number, max: number, what?: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' && DIGITS.test(value) ? Number(value) : value),
    wholeNumber(min, max, what),
  )

/** The number of one of a list that somebody chooses from; `missing` is what is said where none is chosen. */
export const chosen = (missing: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' && DIGITS.test(value) ? Number(value) : value),
    z
      .int({
        error: ({ input }) =>
          input === undefined || input === null || input === '' ? missing : 'This must be a whole number',
      })
      .min(1, 'This must be at least 1')
      .max(MAX_COUNT, `This must be at most ${MAX_COUNT}`),
  )

const EVERY = /^all$/i

/** A hospital to narrow a list to; left out, or `All` as the spec's forms send it: every hospital that the caller reaches. */
export const HospitalChoice = z
  .preprocess((value) => (typeof value === 'string' && EVERY.test(value) ? undefined : value), text(60).optional())
  .optional()

/** The body of a call that says all in its path: none, or nothing in it. */
export const NoBody = z.strictObject({}).nullish()

/** A place in the log. */
export const LogPosition = digits(0, Number.MAX_SAFE_INTEGER)

/**
 * A text of which something can be seen, of `min` characters at least, blanks around it left out; `missing` is what is
 * said when it is not there.
 */
export const requiredText = (max: number, missing: string, min = 1) =>
  seen(readable(max, missing).trim(), missing, min).refine((one) => isBlank(one) || isPlain(one), STEERS)

/** Such a text in one line, all of which can be seen, in its canonical form: a name. */
export const requiredLine = (max: number, missing: string, min = 1) =>
  seen(readableLine(max, missing), missing, min).refine((one) => isBlank(one) || isLine(one), NOT_A_LINE)

const seen = (typed: z.ZodString, missing: string, min: number) =>
  typed.min(min, missing).refine((one) => one.length < min || !isBlank(one), missing)
