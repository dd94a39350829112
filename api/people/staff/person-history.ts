import { roleName } from '#domain/kernel/role-names.ts'
import type { CodePurpose, UserEvent } from '#domain/people/user/events.ts'
import type { Profile } from '#domain/people/user/user.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { AppContext } from '#api/context.ts'
import { nameOf } from '#api/people/roles/user-roles.ts'

type Context = Pick<AppContext, 'handler' | 'db'>
/** What has been folded of the person so far, to say from what something was changed. */
type Before = { readonly roles: string; readonly coe: string; readonly profile: Partial<Profile> }

/** What each event of a person says, from which value to which; `isMasked`: without the values that are personal. */
export async function personInWords(
  context: Context,
  events: readonly Recorded<UserEvent>[],
  isMasked: boolean,
): Promise<ReadonlyMap<UserEvent, string>> {
  const words = new Map<UserEvent, string>()
  let before: Before = { roles: '', coe: '', profile: {} }
  for (const { event } of events) {
    const after = await following(context, before, event)
    words.set(event, await said(context, event, before, after, isMasked))
    before = after
  }
  return words
}

async function following(context: Context, before: Before, { type, data }: UserEvent): Promise<Before> {
  const { handler } = context
  switch (type) {
    case 'UserRegistered':
      return { roles: await rolesOf(handler, data.roles), coe: await hospitalOf(context, data.coeId), profile: data }
    case 'UserRolesAssigned':
      return { ...before, roles: await rolesOf(handler, data.roles) }
    case 'UserHospitalChanged':
      return { ...before, coe: await hospitalOf(context, data.coeId) }
    case 'UserProfileChanged':
      return { ...before, profile: data }
    default:
      return before
  }
}

const rolesOf = async (handler: AppContext['handler'], roles: readonly string[]): Promise<string> =>
  (await Promise.all(roles.map(async (id) => roleName(await nameOf(handler, id))))).toSorted().join(', ')

async function hospitalOf({ db }: Context, coeId: string | undefined): Promise<string> {
  if (coeId === undefined) return 'no hospital'
  const known = await db.selectFrom('coe').select('name').where('id', '=', coeId).executeTakeFirst()
  return known?.name ?? 'a hospital that is gone'
}

const CODES: Readonly<Record<CodePurpose, string>> = {
  verification: 'A code to verify the e-mail was asked for',
  recovery: 'A code to choose a new password was asked for',
  staff: 'A code to change the details of a member of staff was asked for',
  invitation: 'A link to choose the first password was mailed',
}

async function said(
  { handler }: Context,
  { type, data }: UserEvent,
  before: Before,
  after: Before,
  isMasked: boolean,
): Promise<string> {
  switch (type) {
    case 'UserRegistered':
      return `Registered as ${after.roles}`
    case 'UserProfileChanged':
      return `Details changed: ${changesOf(before.profile, data, isMasked)}`
    case 'UserRolesAsked':
      return `Roles to be changed from ${before.roles} to ${await rolesOf(handler, data.roles)}`
    case 'UserRolesAssigned':
      return `Roles changed from ${before.roles} to ${after.roles}`
    case 'UserRolesRefused':
      return `Roles not changed: ${roleName(await nameOf(handler, data.roleId))} could not be given or taken`
    case 'UserHospitalChanged':
      return `Hospital changed from ${before.coe} to ${after.coe}`
    case 'UserDeactivated':
      return 'Deactivated'
    case 'UserActivated':
      return 'Activated'
    case 'UserMarkedDeceased':
      return 'Recorded as deceased'
    case 'UserMailRetried':
      return 'An email to them was sent again'
    case 'UserCodeAsked':
      return CODES[data.purpose]
    case 'UserCodeUsed':
      return 'Used a mailed code to change the details of a member of staff'
    case 'UserEmailVerified':
      return 'Verified the e-mail by a mailed code'
    case 'UserEmailConfirmed':
      return 'Support has verified the e-mail'
    case 'UserPasswordChanged':
      return data.codeId === undefined ? 'Password changed' : 'Password chosen by what was mailed'
    case 'UserSeenBySupport':
      return 'Support looked at the portal as this person'
    case 'UserEnrolledAgain':
      return 'Someone tried to enrol again with this email, and its owner was informed'
    case 'UserRegistrationAbandoned':
      return 'Registration given up'
    case 'UserErased':
      return 'Personal data erased'
  }
}

const NAMES = {
  firstName: 'first name',
  lastName: 'last name',
  otherNames: 'other names',
  phoneNumber: 'phone number',
  dateOfBirth: 'date of birth',
  gender: 'gender',
} as const satisfies Record<keyof Profile, string>

function changesOf(from: Partial<Profile>, to: Profile, isMasked: boolean): string {
  const fields = Object.keys(NAMES) as (keyof Profile)[] // the keys of what is right above
  return fields
    .filter((field) => from[field] !== to[field])
    .map((field) =>
      isMasked ? NAMES[field] : `${NAMES[field]} from ${from[field] ?? 'nothing'} to ${to[field] ?? 'nothing'}`,
    )
    .join('; ')
}
