import { foldedName } from '#domain/kernel/folded-name.ts'
import type { UserEvent } from '#domain/people/user/events.ts'
import type { Profile } from '#domain/people/user/user.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** A person who can sign in while `active`. What is personal is null once the person is erased. */
export type UserAccountRow = {
  id: string
  /** Lower case; unique by the e-mail claims, see below. */
  email: string | null
  first_name: string | null
  last_name: string | null
  other_names: string | null
  /** Of all names, the family's first. */
  name_key: string | null
  phone_number: string | null
  /** YYYY-MM-DD. */
  date_of_birth: string | null
  gender: string | null
  profession: string | null
  coe_id: string | null
  role_ids: readonly string[]
  /** active, inactive or deceased. */
  status: string
  email_verified_at: string | null
  /** When they last chose a password; null while they have the one that they were given. */
  password_changed_at: string | null
  created_at: string
  /** Moved by a change of profile or password only (spec, open-questions Q009). */
  updated_at: string
}

const profileOf = (data: Profile) => ({
  first_name: data.firstName,
  last_name: data.lastName,
  other_names: data.otherNames ?? null,
  name_key: foldedName(data.lastName, data.firstName, data.otherNames),
  phone_number: data.phoneNumber,
  date_of_birth: data.dateOfBirth ?? null,
  gender: data.gender ?? null,
})

const change = (id: string, changed: Partial<UserAccountRow>): readonly Change<UserAccountRow>[] => [
  { key: [id], fold: (row) => (row === undefined ? undefined : { ...row, ...changed }) },
]

/**
 * Serves sign-in, the profile and every name of a person. The index on e-mail is not unique on purpose: the rule is the
 * e-mail claims', and a constraint here could only stop the read model.
 */
export const userAccount: ReadModel<UserAccountRow, 'user_account'> = {
  name: 'user_account',
  revision: 5,
  columns: {
    id: 'text not null',
    email: 'text',
    first_name: 'text',
    last_name: 'text',
    other_names: 'text',
    name_key: 'text collate "C"',
    phone_number: 'text',
    date_of_birth: 'text',
    gender: 'text',
    profession: 'text',
    coe_id: 'text',
    role_ids: 'text[] not null',
    status: 'text not null',
    email_verified_at: 'timestamptz',
    password_changed_at: 'timestamptz',
    created_at: 'timestamptz not null',
    updated_at: 'timestamptz not null',
  },
  key: ['id'],
  personal: [
    {
      of: 'id',
      columns: {
        email: null,
        first_name: null,
        last_name: null,
        other_names: null,
        name_key: null,
        phone_number: null,
        date_of_birth: null,
        profession: null,
      },
    },
  ],
  indexes: ['(email)', '(coe_id, created_at desc, id)', '(created_at desc, id)'],
  on: handlers<UserAccountRow, UserEvent>({
    UserRegistered: ({ event: { data } }) => {
      const { userId: id, roles: role_ids, at } = data
      const row = {
        id,
        email: data.email.toLowerCase(),
        ...profileOf(data),
        profession: data.profession ?? null,
        coe_id: data.coeId ?? null,
        role_ids,
        status: 'active',
        email_verified_at: data.emailVerified ? at : null,
        password_changed_at: null,
        created_at: at,
        updated_at: at,
      }
      return [{ key: [id], fold: () => row }]
    },
    UserProfileChanged: ({ event: { data } }) => change(data.userId, { ...profileOf(data), updated_at: data.at }),
    UserEmailVerified: ({ event: { data } }) => change(data.userId, { email_verified_at: data.at }),
    UserEmailConfirmed: ({ event: { data } }) => change(data.userId, { email_verified_at: data.at }),
    UserHospitalChanged: ({ event: { data } }) => change(data.userId, { coe_id: data.coeId }),
    UserPasswordChanged: ({ event: { data } }) =>
      change(data.userId, { password_changed_at: data.at, updated_at: data.at }),
    UserRolesAssigned: ({ event: { data } }) => change(data.userId, { role_ids: data.roles }),
    UserDeactivated: ({ event: { data } }) => change(data.userId, { status: 'inactive' }),
    UserActivated: ({ event: { data } }) => change(data.userId, { status: 'active' }),
    UserMarkedDeceased: ({ event: { data } }) => change(data.userId, { status: 'deceased' }),
    UserErased: ({ event: { data } }) => change(data.userId, { status: 'inactive' }),
  }),
}
