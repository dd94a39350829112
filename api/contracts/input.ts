import { z } from 'zod'
import { isBlank } from '#domain/kernel/blank.ts'
import { day } from '#domain/kernel/dates.ts'
import { NO_AMOUNT, parseNaira } from '#domain/kernel/money.ts'
import { PHONE, PHONE_DIGITS } from '#domain/kernel/phone-number.ts'
import { MAX_CODE_LENGTH } from '#domain/kernel/short-code.ts'
import { isLine, isPlain, NOT_A_LINE, readable, readableLine, STEERS, text } from '#domain/kernel/text.ts'
import { MAX_COUNT, wholeNumber } from '#domain/kernel/whole-number.ts'
import { todayOfChecks } from './today.ts'

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

/** What may stand between the digits of a number that is no amount: blanks and dashes. */
const APART = String.raw`[\s\u2010-\u2015-]*`
const digitsTyped = (count: number, first = String.raw`\d`) => String.raw`${first}(?:${APART}\d){${count - 1}}`
const typed = (pattern: string, wrong: string) =>
  z
    .string(wrong)
    .max(40, wrong)
    .regex(new RegExp(String.raw`^\s*(?:${pattern})\s*$`), wrong)

/**
 * A number of `count` digits that is no amount, as people write it: with blanks around it, and blanks and dashes between
 * the digits. What is kept are the digits; `wrong` is what is said of anything else.
 */
export const digitsApart = (count: number, wrong: string) =>
  typed(digitsTyped(count), wrong).transform((text) => text.replaceAll(/\D/g, ''))

/** A phone number as people write it: `0803 123 4567`, `+234 803-123-4567`. What is kept are its eleven digits. */
export const phoneNumber = (wrong: string = PHONE) =>
  typed(
    String.raw`${digitsTyped(PHONE_DIGITS)}|\+234${APART}${digitsTyped(PHONE_DIGITS - 1, '[1-9]')}`,
    wrong,
  ).transform((text) =>
    text
      .trim()
      .replace(/^\+234/, '0')
      .replaceAll(/\D/g, ''),
  )

/** A gender, whatever its case: the profile's form has `male` and `female` (spec, Q118). What is kept is `Male` or `Female`. */
export const gender = z
  .string('Please choose a gender')
  .max(20, 'Please choose a gender')
  .regex(/^\s*(?:male|female)\s*$/i, 'Please choose a gender')
  .transform((text): 'Male' | 'Female' => (/female/i.test(text) ? 'Female' : 'Male'))

/** More than there will ever be (domain.md, Money: what the pool may be credited in all). */
const MAX_NAIRA = 40_000_000_000_000

/** What something costs, or an amount that is moved, as people write it: naira, never a negative one; `missing` is what is said when it is not there. */
export const nairaTyped = (missing: string) =>
  z.union([
    requiredText(40, missing).refine((text) => isBlank(text) || isAmount(text), NO_AMOUNT),
    z.number().min(0, NO_AMOUNT).max(MAX_NAIRA, NO_AMOUNT),
  ])
const isAmount = (text: string) => (parseNaira(text) ?? -1) >= 0 && !text.includes('-')

/** A code of a hospital, a category or a service: up to five characters without blanks, `missing` is what is said when it is not there. */
export const shortCode = (missing: string) =>
  requiredLine(MAX_CODE_LENGTH, missing).regex(/^\S*$/, 'Use a code without blanks')

/** The day of somebody's birth, today in Lagos at the latest; `missing` is what is said when it is none. */
export const birthDate = (missing: string) =>
  day(missing).refine((one) => one <= todayOfChecks(), 'Enter a date of birth up to today')

const seen = (typed: z.ZodString, missing: string, min: number) =>
  typed.min(min, missing).refine((one) => one.length < min || !isBlank(one), missing)
