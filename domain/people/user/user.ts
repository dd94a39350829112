import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import { same } from '#domain/kernel/same.ts'
import type { Granter, PersonWhoGrants, RoleFacts } from '#domain/people/role/granting.ts'
import type { UserEvent } from './events.ts'
import { checkRoles, type RolesRefusal } from './rules.ts'

type Id = { readonly userId: string }
/** Names, phone and date of birth (YYYY-MM-DD): personal. */
export type Profile = {
  readonly firstName: string
  readonly lastName: string
  readonly otherNames?: string | undefined
  readonly phoneNumber: string
  readonly dateOfBirth?: string | undefined
  readonly gender?: 'Male' | 'Female' | undefined
}
/** Role ids, every role that is held or chosen as it is now, and who gives them. */
export type RoleChoice = {
  readonly roles: readonly string[]
  readonly facts: readonly RoleFacts[]
  readonly granter: Granter
}
export type Registration = Profile & {
  readonly email: string
  readonly emailVerified: boolean
  readonly profession?: string | undefined
  readonly coeId?: string | undefined
}
export type UserCommand =
  | Command<'RegisterUser', Id & Registration & RoleChoice>
  | Command<'ChangeUserProfile', Id & Profile>
  | Command<'AssignRoles', Id & RoleChoice & { readonly granter: PersonWhoGrants }>
  | Command<'DeactivateUser', Id>
  | Command<'ActivateUser', Id>
  | Command<'MarkUserDeceased', Id>
  | Command<'RetryMail', Id & { readonly mailId: string; readonly tries: number }>
  | Command<'AbandonRegistration', Id>
  /** `mayHold`: the roles that whoever is erased may ever have held. `reason` names nobody: it stays. */
  | Command<'EraseUser', Id & { readonly reason: string; readonly mayHold: readonly string[] }>

export type UserRefusal =
  | 'user_unknown'
  | 'user_already_registered'
  | 'user_registration_abandoned'
  | 'user_email_taken'
  | 'user_deceased'
  | 'user_erased'
  | 'user_is_staff'
  | RolesRefusal

/** Only an `active` person can sign in (domain.md, Aggregates). `roles` are role ids. */
export type RegisteredUser = {
  readonly status: 'active' | 'inactive' | 'deceased'
  readonly profile: Profile
  readonly email: string
  readonly emailVerified: boolean
  readonly coeId: string | undefined
  readonly roles: readonly string[]
  /** Every role that they hold or have ever held. */
  readonly rolesEver: readonly string[]
  /** After how many tries each mail was last tried again by somebody's wish. */
  readonly retried: ReadonlyMap<string, number>
}
export type User = { readonly status: 'none' | 'abandoned' | 'erased' } | RegisteredUser

/** Whether the person is registered, and not erased since. */
export function isRegistered(user: User): user is RegisteredUser {
  return 'roles' in user
}

function decide(command: UserCommand, user: User): Decision<UserEvent, UserRefusal> {
  const stamp = { userId: command.data.userId, by: command.by, at: command.at }
  if (command.type === 'RegisterUser') return register(command, user)
  if (command.type === 'AbandonRegistration') {
    if (isRegistered(user)) return refuse('user_already_registered')
    // Who is erased will not come back under this id either: their e-mail is free for whoever has it now.
    return user.status === 'none' ? [{ type: 'UserRegistrationAbandoned', data: stamp }] : []
  }
  if (user.status === 'erased') return command.type === 'EraseUser' ? [] : refuse('user_erased')
  if (!isRegistered(user)) return refuse('user_unknown')
  switch (command.type) {
    case 'ChangeUserProfile': {
      const profile = profileIn(command.data)
      return same(user.profile, profile) ? [] : [{ type: 'UserProfileChanged', data: { ...profile, ...stamp } }]
    }
    case 'AssignRoles': {
      const { roles: chosen, facts, granter } = command.data
      if (sameRoles(chosen, user.roles)) return []
      const { roles: held, coeId } = user
      const wrong = checkRoles({ userId: stamp.userId, by: command.by, coeId, held, chosen, facts, granter })
      return wrong ?? [{ type: 'UserRolesAssigned', data: { roles: [...new Set(chosen)], ...stamp } }]
    }
    case 'DeactivateUser':
      if (user.status === 'deceased') return refuse('user_deceased')
      return user.status === 'inactive' ? [] : [{ type: 'UserDeactivated', data: stamp }]
    case 'ActivateUser':
      if (user.status === 'deceased') return refuse('user_deceased')
      return user.status === 'active' ? [] : [{ type: 'UserActivated', data: stamp }]
    case 'MarkUserDeceased':
      return user.status === 'deceased' ? [] : [{ type: 'UserMarkedDeceased', data: stamp }]
    case 'RetryMail': {
      const { mailId, tries } = command.data
      // Two who press at once want the same.
      if (tries <= (user.retried.get(mailId) ?? 0)) return []
      return [{ type: 'UserMailRetried', data: { ...stamp, mailId, tries } }]
    }
    case 'EraseUser': {
      const { reason, mayHold } = command.data
      // Whoever acted for the public answers for it under their name (docs/decisions/0028).
      if (!user.rolesEver.every((role) => mayHold.includes(role))) return refuse('user_is_staff')
      return [{ type: 'UserErased', data: { ...stamp, reason } }]
    }
  }
}

function register(
  { data, by, at }: Extract<UserCommand, { readonly type: 'RegisterUser' }>,
  user: User,
): Decision<UserEvent, UserRefusal> {
  const { userId, email, emailVerified, profession, coeId, roles: chosen, facts, granter } = data
  const profile = profileIn(data)
  if (user.status === 'abandoned') return refuse('user_registration_abandoned')
  if (user.status === 'erased') return refuse('user_erased')
  if (isRegistered(user)) {
    const isKnown = user.email === email && user.coeId === coeId && same(user.profile, profile)
    return isKnown && sameRoles(user.roles, chosen) ? [] : refuse('user_already_registered')
  }
  const wrong = checkRoles({ userId, by, coeId, held: [], chosen, facts, granter })
  if (wrong) return wrong
  const roles = [...new Set(chosen)]
  const registered = { ...profile, email, emailVerified, profession, coeId, roles, userId, by, at }
  return [{ type: 'UserRegistered', data: registered }]
}

function sameRoles(some: readonly string[], others: readonly string[]): boolean {
  return some.every((role) => others.includes(role)) && others.every((role) => some.includes(role))
}

function evolve(user: User, { type, data }: UserEvent): User {
  switch (type) {
    case 'UserRegistered': {
      const { email, emailVerified, coeId, roles } = data
      return {
        status: 'active',
        profile: profileIn(data),
        email,
        emailVerified,
        coeId,
        roles,
        rolesEver: roles,
        retried: new Map(),
      }
    }
    case 'UserRegistrationAbandoned':
      return user.status === 'none' ? { status: 'abandoned' } : user
    case 'UserErased':
      return isRegistered(user) ? { status: 'erased' } : user
    case 'UserProfileChanged':
      return isRegistered(user) ? { ...user, profile: profileIn(data) } : user
    case 'UserRolesAssigned':
      return isRegistered(user)
        ? { ...user, roles: data.roles, rolesEver: [...new Set([...user.rolesEver, ...data.roles])] }
        : user
    case 'UserDeactivated':
      return isRegistered(user) ? { ...user, status: 'inactive' } : user
    case 'UserActivated':
      return isRegistered(user) ? { ...user, status: 'active' } : user
    case 'UserMarkedDeceased':
      return isRegistered(user) ? { ...user, status: 'deceased' } : user
    case 'UserMailRetried':
      return isRegistered(user) ? { ...user, retried: new Map(user.retried).set(data.mailId, data.tries) } : user
  }
}

function profileIn({ firstName, lastName, otherNames, phoneNumber, dateOfBirth, gender }: Profile): Profile {
  return { firstName, lastName, otherNames, phoneNumber, dateOfBirth, gender }
}

/** Stream `user-{id}`. */
export const user: Decider<User, UserCommand, UserEvent, UserRefusal> = {
  category: 'user',
  initial: () => ({ status: 'none' }),
  decide,
  evolve,
}
