import { z } from 'zod'
import { one } from './common.ts'

/** The signed-in person, as sign-in and the profile answer it. `chf_id` is a patient's, `coe` a hospital person's. */
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
  coe: z.object({ id: z.string(), coe_name: z.string() }).nullable(),
  roles: z.array(z.object({ id: z.string(), role: z.string() })),
  permissions: z.array(z.string()),
  chf_id: z.string().nullable(),
})
export type SessionUser = z.infer<typeof SessionUser>

/** POST /api/login. The message for a missing e-mail is the spec's (messages.tsv, M030). */
export const LoginBody = z.object({
  email: z.string().trim().min(1, 'Please provide your email'),
  password: z.string().min(1, 'Please provide your password'),
})
export type LoginBody = z.infer<typeof LoginBody>

export const LoginAnswer = one(
  z.object({
    user: SessionUser,
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_at: z.string().describe('ISO date and time'),
  }),
)
export type LoginAnswer = z.infer<typeof LoginAnswer>

/** GET /api/users/profile. */
export const ProfileAnswer = one(SessionUser)

/** PUT /api/profile (back-office.md, profile edit): names of two letters at least, phone of eleven digits. */
export const ProfileBody = z.object({
  first_name: z.string().trim().min(2, 'First name must be at least 2 characters'),
  last_name: z.string().trim().min(2, 'Last name must be at least 2 characters'),
  other_names: z.string().trim(),
  date_of_birth: z.iso.date('Select your date of birth'),
  gender: z.enum(['male', 'female'], 'Please choose a gender'),
  phone_number: z.string().regex(/^\d{11}$/, 'Phone number must be 11 digits'),
})
export type ProfileBody = z.infer<typeof ProfileBody>
