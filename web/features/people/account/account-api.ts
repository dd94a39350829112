import type {
  CodeAsked,
  CodeBody,
  CodeRight,
  EmailVerified,
  FirstPasswordBody,
  NewPasswordBody,
  PasswordChanged,
  RecoverBody,
  ResendBody,
} from '#api/people/contracts/account.ts'
import { api } from '#web/shell/api-client.ts'

/** Has a recovery code mailed; 429 within three minutes of the last. */
export const askRecoveryCode = (body: RecoverBody, key: string) =>
  api.post<typeof CodeAsked>('/api/resend_email', body, key)

/** Has a code mailed that verifies the e-mail; 429 within three minutes of the last. */
export const askVerificationCode = (body: ResendBody, key: string) =>
  api.post<typeof CodeAsked>('/api/auth/resend-verification-email', body, key)

/** Refused with 422 when it is not the code. */
export const verifyRecoveryCode = (body: CodeBody, key: string) =>
  api.post<typeof CodeRight>('/api/password/recovery/verify_code', body, key)

/** Refused with 422 when it is not the code. */
export const verifyEmail = (body: CodeBody, key: string) =>
  api.post<typeof EmailVerified>('/api/verify_email', body, key)

/** Refused with 422 by what is wrong with the password or the link, 409 when the link has been used. */
export const setFirstPassword = (body: FirstPasswordBody, key: string) =>
  api.post<typeof PasswordChanged>('/api/set_password', body, key)

/** Refused with 422 by what is wrong with the password, 403 when this browser may choose none. */
export const choosePassword = (body: NewPasswordBody, key: string) =>
  api.put<typeof PasswordChanged>('/api/reset_password', body, key)
