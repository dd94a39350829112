import { z } from 'zod'
import { Day, Instant } from '#domain/kernel/dates.ts'
import { typedLine, text } from '#domain/kernel/text.ts'
import { birthDate, gender, Key, phoneNumber, requiredLine } from '#api/contracts/input.ts'
import { NewEmail } from './account.ts'

// The texts are the specs' (messages.tsv M024, M126 to M130, M136).
const FIRST_NAME = 'First name must be at least 2 characters'
const LAST_NAME = 'Last name must be at least 2 characters'
const NO_ROLE = 'Please choose a role'
export const NO_HOSPITAL = 'Please choose a coe name'

const person = {
  email: NewEmail,
  first_name: requiredLine(100, FIRST_NAME, 2),
  last_name: requiredLine(100, LAST_NAME, 2),
  phone_number: phoneNumber(),
  gender,
  date_of_birth: birthDate('Please choose a date of birth!'),
}

/** POST /api/users (E167): somebody new with their first role; the hospital of whoever creates them counts before another. */
export const StaffBody = z.strictObject({
  ...person,
  role_id: text(200, NO_ROLE).min(1, NO_ROLE),
  other_names: typedLine(100).default(''),
  profession: typedLine(100).default(''),
  coe_id: Key.nullish(),
})
export type StaffBody = z.infer<typeof StaffBody>

/** POST /api/sadmin/coehelpdeskstaffs (E160). */
export const HelpDeskBody = z.strictObject({
  ...person,
  coe_id: text(200, NO_HOSPITAL).min(1, NO_HOSPITAL),
})
/** POST /api/sadmin/chfstaffs (E165). */
export const ChfAdminBody = z.strictObject({
  ...person,
  first_name: requiredLine(100, 'Please provide a first name of coe admin', 2),
})

/**
 * PUT /api/coeadmin/staff/{id} (E156). The e-mail is the one that they have: whose it is would be another's account. `revision` as
 * GET /api/users/{id} gave it; left out, the edit counts whatever has changed since.
 */
export const StaffEditBody = z.strictObject({
  ...person,
  email: NewEmail.optional(),
  revision: z.int().min(0).max(1_000_000).optional(),
})
export type StaffEditBody = z.infer<typeof StaffEditBody>

/** PUT /api/users/ (E169): makes somebody staff of a hospital. */
export const UserHospitalBody = z.strictObject({ user_id: Key, coe_id: text(200, NO_HOSPITAL).min(1, NO_HOSPITAL) })

/** POST /api/users/lookup (in place of E092): whoever has an e-mail, in the body as it names a person. */
export const LookupBody = z.strictObject({ email: NewEmail })
/** PUT /api/users/{id} (E093). What counts is when it is recorded. */
export const VerifyUserBody = z.strictObject({
  email_verified_at: z.union([Instant, Day]).describe('That it is verified; the moment is that of the call'),
})
