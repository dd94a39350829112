import { z } from 'zod'
import { one } from '#api/contracts/common.ts'
import { typedLine, text } from '#domain/kernel/text.ts'
import { birthDate, gender, phoneNumber, requiredLine, requiredText } from '#api/contracts/input.ts'

export type { Permission } from '#domain/kernel/permissions.ts'

/** The signed-in person, as sign-in and the profile answer it. `patient` is a patient's own record, `coe` a hospital person's. */
export const SessionUser = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  other_names: z.string().nullable(),
  phone_number: z.string().nullable(),
  gender: z.string().nullable(),
  date_of_birth: z.string().nullable().describe('yyyy-mm-dd'),
  status: z.string(),
  profession: z.string().nullable(),
  email_verified_at: z.string().nullable().describe('ISO date and time; null when not yet'),
  password_changed_at: z.string().nullable().describe('When they last chose a password; null when they never did'),
  created_at: z.string().describe('ISO date and time'),
  updated_at: z.string().describe('Of the profile or the password'),
  coe_id: z.string().nullable(),
  coe: z.object({ id: z.string(), coe_name: z.string() }).nullable(),
  roles: z.array(z.object({ id: z.string(), role: z.string() })),
  permissions: z.array(z.string()),
  patient: z
    .object({
      id: z.string(),
      chf_id: z.string(),
      cap_id: z.string().nullable().describe('Of who enrolled with a CAP account'),
      identification_id: z.string().nullable().describe('Which of the identification documents'),
      identification_number: z.string().nullable(),
    })
    .nullable(),
  support: z
    .object({ id: z.string(), name: z.string(), until: z.string().describe('ISO date and time') })
    .nullable()
    .describe('Who of support looks at the portal as this person: nothing can be changed'),
})
export type SessionUser = z.infer<typeof SessionUser>

/** POST /api/login. The message for a missing e-mail is the spec's (messages.tsv, M030). */
export const LoginBody = z.strictObject({
  email: requiredLine(254, 'Please provide your email'),
  password: text(256, 'Please provide your password').min(1, 'Please provide your password'),
})
export type LoginBody = z.infer<typeof LoginBody>

/** Who is signed in. `recovery_codes`: of a second factor that was enrolled by this very sign-in. */
export const SignedIn = z.object({
  user: SessionUser,
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_at: z.string().describe('ISO date and time'),
  recovery_codes: z.array(z.string()).optional(),
})
export type SignedIn = z.infer<typeof SignedIn>

/** The password was right, and is not enough. */
export const FactorAsked = z.object({
  second_factor: z
    .enum(['code', 'enrolment'])
    .describe('A code is asked for, or there is none yet and one is enrolled'),
  token: z.string().describe('To be sent with the code'),
  expires_at: z.string().describe('ISO date and time'),
})
export type FactorAsked = z.infer<typeof FactorAsked>

export const LoginAnswer = one(z.union([SignedIn, FactorAsked]))
export type LoginAnswer = z.infer<typeof LoginAnswer>

/** POST /api/login/second_factor. */
export const SignedInAnswer = one(SignedIn)

/** GET /api/users/profile. */
export const ProfileAnswer = one(SessionUser)

const FIRST_NAME = 'First name must be at least 2 characters'
const LAST_NAME = 'Last name must be at least 2 characters'

/** PUT /api/profile (back-office.md, profile edit): names of two letters at least, phone of eleven digits. */
export const ProfileBody = z.strictObject({
  first_name: requiredLine(100, FIRST_NAME, 2),
  last_name: requiredLine(100, LAST_NAME, 2),
  other_names: typedLine(100),
  date_of_birth: birthDate('Select your date of birth'),
  gender,
  phone_number: phoneNumber(),
})
export type ProfileBody = z.infer<typeof ProfileBody>

/** POST /api/secure/superadmin/support/anonymous/auth: whose portal support looks at, and why. */
export const SignInAsBody = z.strictObject({
  email: requiredLine(254, 'Please provide your email'),
  reason: requiredText(1_000, 'Enter a reason'),
})
export type SignInAsBody = z.infer<typeof SignInAsBody>
