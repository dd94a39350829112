import { z } from 'zod'
import { PhoneNumber } from '#domain/kernel/phone-number.ts'
import { Day, day, Instant } from '#domain/kernel/dates.ts'
import { line, text } from '#domain/kernel/text.ts'
import { shown } from '#api/contracts/done.ts'
import { HistoryEntry } from '#api/contracts/history.ts'
import { digits, Key, requiredLine } from '#api/contracts/input.ts'
import { NewEmail } from './account.ts'
import { NamedRole } from './role.ts'

/**
 * Somebody on a list of people (spec, Staff). What is personal is null for who may not see it. `password_changed_at` says
 * whether they still need to choose a password.
 */
export const Person = z.object({
  id: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  gender: z.string().nullable(),
  date_of_birth: z.string().nullable().describe('yyyy-mm-dd'),
  profession: z.string().nullable(),
  status: z.string().describe('active, inactive or deceased'),
  coe_id: z.string().nullable(),
  coe: z.object({ id: z.string(), coe_name: z.string() }).nullable(),
  roles: z.array(NamedRole),
  email_verified_at: z.string().nullable(),
  password_changed_at: z.string().nullable().describe('Null while they have never chosen a password'),
  created_at: z.string().describe('ISO date and time'),
  updated_at: z.string().describe('Of the profile or the password'),
})
export type Person = z.infer<typeof Person>

/** A page of people, newest first; ten where nothing is asked for, a thousand at the most. */
export const PeopleQuery = z.strictObject({
  page: digits(1, 10_000).optional(),
  per_page: digits(1, 10_000).optional().describe('10 when left out; above 1000 it is 1000'),
})
export const PeoplePage = z.object({
  data: z.object({
    data: z.array(Person),
    current_page: z.int(),
    last_page: z.int(),
    per_page: z.int(),
    total: z.int(),
  }),
})
export type PeoplePage = z.infer<typeof PeoplePage>['data']

/** GET /api/users (E168): all of them, those of a role, or whoever has an e-mail. */
export const UsersQuery = PeopleQuery.extend({
  role: Key.optional().describe('The id of a role'),
  email: text(254).trim().optional().describe('The whole of it'),
})

/** GET /api/chfstaff (E166): the first thousand. */
export const PeopleList = z.object({ data: z.array(Person) })

/** GET /api/coes/{coeId}/staff (E044): who works at a hospital, without their contacts. */
export const HospitalStaff = z.object({
  data: z.object({
    coe_name: z.string(),
    staffs: z.array(
      z.object({
        id: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        profession: z.string().nullable(),
        roles: z.array(NamedRole),
      }),
    ),
  }),
})

// The texts are the specs' (messages.tsv M024, M126 to M130, M136).
const FIRST_NAME = 'First name must be at least 2 characters'
const LAST_NAME = 'Last name must be at least 2 characters'
export const NO_HOSPITAL = 'Please choose a coe name'

const person = {
  email: NewEmail,
  first_name: requiredLine(100, FIRST_NAME, 2),
  last_name: requiredLine(100, LAST_NAME, 2),
  phone_number: PhoneNumber,
  gender: z.enum(['Male', 'Female'], 'Please choose a gender'),
  date_of_birth: day('Please choose a date of birth!'),
}

/** POST /api/users (E167): somebody new with their first role; the hospital of whoever creates them counts before another. */
export const StaffBody = z.strictObject({
  ...person,
  role_id: Key,
  other_names: line(100).trim().default(''),
  profession: line(100).trim().default(''),
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

/** Who was created: their name and first role, as the confirmation shows them. */
export const StaffCreated = z.object({
  message: z.string(),
  data: z.object({
    id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    roles: z.array(NamedRole),
    ...shown,
  }),
})
export type StaffCreated = z.infer<typeof StaffCreated>

/** GET /api/users/{id}: somebody within reach, and what became of them. */
export const PersonDetail = z.object({ data: Person.extend({ history: z.array(HistoryEntry) }) })
export type PersonDetail = z.infer<typeof PersonDetail>['data']

/** PUT /api/coeadmin/staff/{id} (E156). The e-mail is the one that they have: whose it is would be another's account. */
export const StaffEditBody = z.strictObject({ ...person, email: NewEmail.optional() })
export type StaffEditBody = z.infer<typeof StaffEditBody>

/** PUT /api/users/ (E169): makes somebody staff of a hospital. */
export const UserHospitalBody = z.strictObject({ user_id: Key, coe_id: text(200, NO_HOSPITAL).min(1, NO_HOSPITAL) })

/** POST /api/users/lookup (in place of E092): whoever has an e-mail, in the body as it names a person. */
export const LookupBody = z.strictObject({ email: NewEmail })
export const UserLookup = z.object({
  data: z.object({
    ...{ id: z.string(), first_name: z.string().nullable(), last_name: z.string().nullable(), status: z.string() },
    email_verified_at: z.string().nullable(),
    user_verifications: z
      .array(
        z.object({
          purpose: z.string(),
          state: z.enum(['asked for', 'sent', 'used', 'expired', 'too many tries']),
          asked_at: z.string(),
          expires_at: z.string(),
          tries_left: z.int(),
        }),
      )
      .describe('The code that was asked for last, never the code itself'),
  }),
})
export type UserLookup = z.infer<typeof UserLookup>['data']

/** PUT /api/users/{id} (E093). What counts is when it is recorded. */
export const VerifyUserBody = z.strictObject({
  email_verified_at: z.union([Instant, Day]).describe('That it is verified; the moment is that of the call'),
})
