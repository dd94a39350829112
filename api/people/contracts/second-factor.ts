import { z } from 'zod'
import { one } from '#api/contracts/common.ts'
import { shown } from '#api/contracts/done.ts'
import { Key, requiredText } from '#api/contracts/input.ts'
import { text } from '#domain/kernel/text.ts'

/** The spec knows no second factor; these words are the portal's. */
const NO_CODE = 'Enter the six digits from your app, or a recovery code'
const NO_DIGITS = 'Enter the six digits from your app'

/** Six digits of the app, or a recovery code of ten letters and digits, however it is spaced. */
export const FactorCode = text(40, NO_CODE)
  .trim()
  .regex(/^(?:\d{3}[ -]?\d{3}|(?:[0-9A-Za-z][ -]?){10})$/, NO_CODE)
const Digits = text(20, NO_DIGITS)
  .trim()
  .regex(/^\d{3}[ -]?\d{3}$/, NO_DIGITS)
const Ticket = text(4_000, 'Start again').min(1, 'Start again')

/** What an app is given, by QR code or by hand, until a code of it is shown. */
export const EnrolmentOffer = one(
  z.object({
    enrolment: z.string().describe('To send with the first code'),
    secret: z.string().describe('Base32, to be typed where no picture can be taken'),
    uri: z.string().describe('What the QR code says: otpauth://totp/…'),
    expires_at: z.string().describe('ISO date and time'),
  }),
)
export type EnrolmentOffer = z.infer<typeof EnrolmentOffer>

/** POST /api/login/second_factor/enrolment. */
export const LoginEnrolmentBody = z.strictObject({ token: Ticket })
/** POST /api/login/second_factor: `token` of the sign-in; `enrolment` where a second factor is enrolled by it. */
export const LoginFactorBody = z.strictObject({ token: Ticket, code: FactorCode, enrolment: Ticket.optional() })
export type LoginFactorBody = z.infer<typeof LoginFactorBody>

/** POST /api/second_factor: the new app's code, and one of the present app where there is one. */
export const EnrolBody = z.strictObject({ enrolment: Ticket, code: Digits, current_code: FactorCode.optional() })
export type EnrolBody = z.infer<typeof EnrolBody>

/** POST /api/second_factor/recovery_codes and /api/second_factor/remove. */
export const OwnCodeBody = z.strictObject({ code: FactorCode })
export type OwnCodeBody = z.infer<typeof OwnCodeBody>

const recoveryCodes = z.array(z.string()).describe('Each signs in once without the phone; shown now and never again')

export const RecoveryCodes = z.object({
  message: z.string(),
  data: z.object({ recovery_codes: recoveryCodes, ...shown }),
})
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const FactorRemoved = z.object({ message: z.string(), data: z.object(shown) })

/** GET /api/second_factor. */
export const OwnFactor = one(
  z.object({
    is_on: z.boolean(),
    since: z.string().nullable().describe('ISO date and time'),
    recovery_codes_left: z.int(),
    is_demanded: z.boolean().describe('Whether their roles ask for one here'),
    reset: z
      .object({ id: z.string(), asked_at: z.string(), reason: z.string() })
      .nullable()
      .describe('That an administrator has asked to reset it'),
  }),
)
export type OwnFactor = z.infer<typeof OwnFactor>

/** GET /api/users/{id}/second_factor. */
export const FactorOfPerson = one(
  z.object({
    is_on: z.boolean(),
    since: z.string().nullable().describe('ISO date and time'),
    reset: z
      .object({
        id: z.string(),
        asked_by: z.string().describe('Who asked; another has to confirm'),
        is_own: z.boolean().describe('Whether it is the caller who asked'),
        asked_at: z.string(),
        reason: z.string(),
      })
      .nullable(),
  }),
)
export type FactorOfPerson = z.infer<typeof FactorOfPerson>

/** GET /api/notification/factor_resets, newest first: resets that another administrator requested and the caller may confirm or decline. */
export const ResetNotices = z.object({
  data: z.array(
    z.object({
      id: z.string().describe("The person's"),
      kind: z.literal('waiting'),
      name: z.string().describe('Whose phone is lost; empty for those who see no personal data'),
      by: z.string().describe('Who requested it, by name'),
      created_at: z.string(),
      is_read: z.boolean().describe('The caller has opened the bell since'),
    }),
  ),
})
export type ResetNotices = z.infer<typeof ResetNotices>

const reason = requiredText(1_000, 'Enter a reason')
const reset_id = Key

/** POST /api/users/{id}/second_factor/reset. */
export const ResetBody = z.strictObject({ reason })
export type ResetBody = z.infer<typeof ResetBody>
/** POST /api/users/{id}/second_factor/reset/confirm. */
export const ConfirmResetBody = z.strictObject({ reset_id })
export type ConfirmResetBody = z.infer<typeof ConfirmResetBody>
/** POST /api/users/{id}/second_factor/reset/decline, and of the own one /api/second_factor/reset/decline. */
export const DeclineResetBody = z.strictObject({ reset_id, reason })
export type DeclineResetBody = z.infer<typeof DeclineResetBody>
