import { z } from 'zod'
import { isMixed, lengthOf, SHORTEST_PASSWORD } from '#domain/people/user/password.ts'
import { line, text } from '#domain/kernel/text.ts'
import { requiredLine } from '#api/contracts/input.ts'
import { shown } from '#api/contracts/done.ts'

// The texts are the specs' (messages.tsv M026 to M031, M137).
const NO_EMAIL = 'Please provide a valid email'
const NO_CODE = 'Please provide a valid code'
export const NOT_MIXED =
  'Must contain at least one number and one uppercase and lowercase letter, and at least 8 or more characters'
export const TOO_SHORT = 'Must be at least 8 or more characters'
const DIFFERS = 'Do not Match'

/** An e-mail, as far as one can tell. */
export const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const email = requiredLine(254, NO_EMAIL)
/** An e-mail that somebody is registered with. */
export const NewEmail = email.regex(ADDRESS, NO_EMAIL)

/** POST /api/resend_email. */
export const RecoverBody = z.strictObject({ email })
export type RecoverBody = z.infer<typeof RecoverBody>

/** POST /api/auth/resend-verification-email. */
export const ResendBody = z.strictObject({ email: email.regex(ADDRESS, 'Invalid email address') })
export type ResendBody = z.infer<typeof ResendBody>

/** How long until another code can be asked for. */
export const CodeAsked = z.object({ message: z.string(), data: z.object({ wait_seconds: z.int() }) })

/** POST /api/password/recovery/verify_code and /api/verify_email: six letters and digits, whatever their capitals. */
export const CodeBody = z.strictObject({
  email,
  hash: text(20, NO_CODE)
    .trim()
    .regex(/^(?:[0-9A-Za-z][ -]?){6}$/, NO_CODE)
    .transform((code) => code.replaceAll(/[ -]/g, ''))
    .describe('The code of six characters that was mailed, however it is spaced'),
})
export type CodeBody = z.infer<typeof CodeBody>

/** The same in the query (spec, open-questions Q134); the body's count. */
export const CodeQuery = z.strictObject({ email: line(254).optional(), hash: text(20).optional() })
export const CodeInEither = z.strictObject({ email: line(254).optional(), hash: text(20).optional() }).nullish()

export const CodeRight = z.object({ message: z.string() })
export const EmailVerified = z.object({ message: z.string(), data: z.object(shown) })

/** PUT /api/reset_password. How long and how mixed it must be depends on who sends it. */
export const NewPasswordBody = z.strictObject({
  email,
  password: text(256, TOO_SHORT).min(1, TOO_SHORT),
})
export type NewPasswordBody = z.infer<typeof NewPasswordBody>
/** POST /api/set_password: the last part of the link that was mailed, and the password. */
export const FirstPasswordBody = z.strictObject({
  token: text(300).min(1, 'Must not be empty'),
  password: text(256, NOT_MIXED).min(1, NOT_MIXED),
})
export type FirstPasswordBody = z.infer<typeof FirstPasswordBody>
export const PasswordChanged = z.object({ message: z.string(), data: z.object(shown) })

const sameTwice = <T extends { readonly password: string; readonly confirm_password: string }>(form: z.ZodType<T>) =>
  form.refine((typed) => typed.password === typed.confirm_password, { path: ['confirm_password'], error: DIFFERS })
const typed = (rule: (password: string) => boolean, message: string) =>
  sameTwice(z.object({ password: text(256, message).refine(rule, message), confirm_password: z.string() }))
const isLong = (password: string) => lengthOf(password) >= SHORTEST_PASSWORD

/** What the form of a recovery asks of a new password (spec, validations: change password (recovery)). */
export const RecoveryForm = typed((password) => isLong(password) && isMixed(password), NOT_MIXED)
/** The same of whoever is signed in (spec, validations: change password (profile)). */
export const PasswordForm = typed(isLong, TOO_SHORT)
export type PasswordForm = z.infer<typeof PasswordForm>
