import { z } from 'zod'
import { one } from '#api/contracts/common.ts'
import { birthDate, digits, phoneNumber, requiredLine } from '#api/contracts/input.ts'
import { ADDRESS } from '#api/people/contracts/account.ts'
import { Day } from '#domain/kernel/dates.ts'
import { line, text, typedLine } from '#domain/kernel/text.ts'
import { MAX_COUNT } from '#domain/kernel/whole-number.ts'
import { lengthOf, SHORTEST_PASSWORD } from '#domain/people/user/password.ts'

const PHONE = 'Phone number must be 11 characters!'
const NO_DAY = 'Select your date of birth'
export const NO_ID_TYPE = 'Please choose an ID type'
export const NO_HOSPITAL = 'Please choose a coe'
const TOO_SHORT = 'Password must be 8 characters or more!'
const DIFFERS = 'Passwords do not match!'

/** What the form of an enrolment asks, in the spec's words (validations.tsv, pre-enrolment). */
const asked = {
  email: requiredLine(254, 'Please provide your email').refine(
    (one) => one === '' || ADDRESS.test(one),
    'Invalid email address',
  ),
  phone_number: phoneNumber(PHONE),
  first_name: requiredLine(100, 'First name must be more than 2 characters!', 2),
  last_name: requiredLine(100, 'Last name must be more than 2 characters', 2),
  date_of_birth: birthDate(NO_DAY),
  identification_id: text(50, NO_ID_TYPE).min(1, NO_ID_TYPE),
  identification_number: requiredLine(50, 'Please enter a valid ID card number', 5),
  coe_id: text(60, NO_HOSPITAL).min(1, NO_HOSPITAL),
  password: text(256, TOO_SHORT).refine((typed) => lengthOf(typed) >= SHORTEST_PASSWORD, TOO_SHORT),
}

/** POST /api/register (E002). */
export const RegisterBody = z.strictObject({
  ...asked,
  cap_id: line(100).min(1).optional().describe('Their patient CAP number, whose date of birth must be this one'),
  terms_version: digits(1, MAX_COUNT, 'The version of the terms')
    .optional()
    .describe('Which terms they have accepted: the version of GET /api/sitesettings/application_terms_condition'),
})
export type RegisterBody = z.infer<typeof RegisterBody>

/** The form, with the password typed twice. */
export const EnrolmentForm = z
  .object({ ...asked, confirm_password: z.string() })
  .refine(({ password, confirm_password: again }) => password === again, {
    path: ['confirm_password'],
    error: DIFFERS,
    // Beside what is wrong with other fields.
    when: () => true,
  })
export type EnrolmentForm = z.infer<typeof EnrolmentForm>

/** The same whether the e-mail has an account already. */
export const Registered = z.object({
  message: z.string(),
  data: z.object({ wait_seconds: z.int().describe('How long until another code can be asked for') }),
})

/** A patient of the other programme, as its registry tells (spec, CapPatient); '' where it says nothing. */
export const CapPatient = z.object({
  patientId: line(100).min(1),
  email: line(254),
  phoneNumber: line(30),
  gender: line(20),
  hospitalId: line(100),
  firstName: typedLine(100),
  lastName: typedLine(100),
  dateOfBirth: Day.describe('yyyy-mm-dd'),
})
export type CapPatient = z.infer<typeof CapPatient>

/** Who says that they are on CAP, and when they were born. */
export const CapForm = z.object({
  id: requiredLine(254, 'Please provide your CAP patient ID, phone number or email'),
  date_of_birth: birthDate(NO_DAY),
})

/** Beside the id: whoever asks shows that they know when the patient was born (docs/decisions/0091). */
export const CapQuery = z.strictObject({ date_of_birth: birthDate(NO_DAY) })
export const CapPath = z.object({ id: line(254).trim().min(1) })
/** GET /api/patient/{id} (E075). */
export const CapPatientAnswer = one(CapPatient)
/** GET /api/user/{id} (E098). */
export const CapAccountAnswer = one(z.object({ id: z.string(), is_verified: z.literal(true) }))
