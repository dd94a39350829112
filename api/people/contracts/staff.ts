import { z } from 'zod'
import { text } from '#domain/kernel/text.ts'
import { shown } from '#api/contracts/done.ts'
import { HistoryEntry } from '#api/contracts/history.ts'
import { digits, Key } from '#api/contracts/input.ts'
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

/** GET /api/coestaffs/{coe_id} (E149): all who work at a hospital, or whose account has a status. */
export const HospitalStaffQuery = PeopleQuery.extend({ status: z.enum(['active', 'inactive', 'deceased']).optional() })

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
export const PersonDetail = z.object({
  data: Person.extend({
    revision: z.int().describe('Revision of the details, to send with an edit'),
    history: z.array(HistoryEntry),
  }),
})
export type PersonDetail = z.infer<typeof PersonDetail>['data']

/** POST /api/users/lookup: the state of the code that was mailed last, never the code itself. */
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
