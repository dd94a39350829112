import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import { same } from '#domain/kernel/same.ts'
import type { Granter, PersonWhoGrants, RoleFacts } from '#domain/people/role/granting.ts'
import {
  type AccountCommand,
  type AccountEvent,
  type AccountRefusal,
  type Codes,
  afterAccountEvent,
  decideAccount,
} from './account.ts'
import type { CodePurpose, UserEvent } from './events.ts'
import { changedRoles, checkHospital, checkRoles, type HospitalRefusal, type RolesRefusal } from './rules.ts'

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
  /** `invitation` is the id of the link by which they choose their password. */
  | Command<'RegisterUser', Id & Registration & RoleChoice & { readonly invitation?: string | undefined }>
  /** `revision` is how often the profile had changed when it was read; left out, whatever it is now. */
  | Command<'ChangeUserProfile', Id & Profile & { readonly revision?: number | undefined }>
  /** `revision` is how often their roles had changed when they were read; left out, whatever they are now. */
  | Command<
      'AssignRoles',
      Id & RoleChoice & { readonly granter: PersonWhoGrants; readonly revision?: number | undefined }
    >
  /** `refused` is the role that said no to the request. */
  | Command<'ConcludeRoles', Id & { readonly request: string; readonly refused?: string | undefined }>
  /** `facts`: the roles that they hold, as they are now. */
  | Command<'ChangeUserHospital', Id & { readonly coeId: string; readonly facts: readonly RoleFacts[] }>
  | Command<'DeactivateUser', Id>
  | Command<'ActivateUser', Id>
  | Command<'MarkUserDeceased', Id>
  | Command<'RetryMail', Id & { readonly mailId: string; readonly tries: number }>
  | AccountCommand
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
  | 'user_roles_pending'
  | 'user_roles_changed'
  | 'user_profile_changed'
  | AccountRefusal
  | RolesRefusal
  | HospitalRefusal

/** Only an `active` person can sign in (domain.md, Aggregates). `roles` are role ids. */
export type RegisteredUser = {
  readonly status: 'active' | 'inactive' | 'deceased'
  readonly profile: Profile
  /** How often the profile has changed. */
  readonly profileRevision: number
  readonly email: string
  readonly emailVerified: boolean
  readonly coeId: string | undefined
  readonly roles: readonly string[]
  /** Every role that they hold or have ever held. */
  readonly rolesEver: readonly string[]
  /** After how many tries each mail was last tried again by somebody's wish. */
  readonly retried: ReadonlyMap<string, number>
  /** How often their roles have changed. */
  readonly rolesRevision: number
  /** What they are to hold, until the roles that are counted have been told. */
  readonly asked?: { readonly roles: readonly string[]; readonly request: string; readonly by: string } | undefined
  /** The role that said no to a request, by the request. */
  readonly refused: ReadonlyMap<string, string>
  readonly codes: Codes
  /** When the last link to choose the first password was asked for (ISO, UTC). */
  readonly invitedAt?: string | undefined
  /** The ids of the changes of their password. */
  readonly passwordChanges: ReadonlySet<string>
  /** The ids of the visits that support has made as them. */
  readonly visits: ReadonlySet<string>
  /** The ids of what was enrolled with their e-mail after them. */
  readonly enrolledAgain: ReadonlySet<string>
  /** The code that let them choose their password, when they did so by one. */
  readonly recoveredBy?: string | undefined
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
      if (same(user.profile, profile)) return []
      const { revision } = command.data
      if (revision !== undefined && revision !== user.profileRevision) return refuse('user_profile_changed')
      return [{ type: 'UserProfileChanged', data: { ...profile, ...stamp } }]
    }
    case 'AssignRoles': {
      const { roles: chosen, facts, granter, revision } = command.data
      if (user.asked !== undefined) return refuse('user_roles_pending')
      if (sameRoles(chosen, user.roles)) return []
      const { roles: held, coeId, rolesRevision } = user
      if (revision !== undefined && revision !== rolesRevision) return refuse('user_roles_changed')
      const wrong = checkRoles({ userId: stamp.userId, by: command.by, coeId, held, chosen, facts, granter })
      if (wrong) return wrong
      const roles = [...new Set(chosen)]
      return changedRoles(held, chosen, facts).some(({ isCounted }) => isCounted)
        ? [{ type: 'UserRolesAsked', data: { roles, request: command.id, ...stamp } }]
        : [{ type: 'UserRolesAssigned', data: { roles, ...stamp } }]
    }
    case 'ConcludeRoles': {
      const { request, refused } = command.data
      // Who asks is who answers for it, also where a process finishes it.
      if (user.asked?.request !== request || user.asked.by !== command.by) return []
      return refused === undefined
        ? [{ type: 'UserRolesAssigned', data: { roles: [...user.asked.roles], ...stamp } }]
        : [{ type: 'UserRolesRefused', data: { request, roleId: refused, ...stamp } }]
    }
    case 'ChangeUserHospital': {
      const { coeId, facts } = command.data
      if (user.coeId === coeId) return []
      if (user.asked !== undefined) return refuse('user_roles_pending')
      return checkHospital(user.roles, facts) ?? [{ type: 'UserHospitalChanged', data: { coeId, ...stamp } }]
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
    case 'AskCode':
    case 'UseCode':
    case 'ConfirmEmail':
    case 'VerifyEmail':
    case 'ChangePassword':
    case 'SeeAsUser':
    case 'TellEnrolledAgain':
      return decideAccount(command, user)
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
  const { userId, email, emailVerified, profession, coeId, roles: chosen, facts, granter, invitation } = data
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
  if (invitation === undefined) return [{ type: 'UserRegistered', data: registered }]
  const invited = { codeId: invitation, purpose: 'invitation' as const, userId, by, at }
  return [
    { type: 'UserRegistered', data: registered },
    { type: 'UserCodeAsked', data: invited },
  ]
}

function sameRoles(some: readonly string[], others: readonly string[]): boolean {
  return some.every((role) => others.includes(role)) && others.every((role) => some.includes(role))
}

function evolve(user: User, { type, data }: UserEvent): User {
  switch (type) {
    case 'UserRegistered': {
      const { email, emailVerified, coeId, roles } = data
      const held = { roles, rolesEver: roles, rolesRevision: 0, refused: new Map<string, string>() }
      const account = {
        retried: new Map<string, number>(),
        codes: new Map<string, CodePurpose>(),
        passwordChanges: new Set<string>(),
        visits: new Set<string>(),
        enrolledAgain: new Set<string>(),
      }
      const profile = { profile: profileIn(data), profileRevision: 0 }
      return { status: 'active', ...profile, email, emailVerified, coeId, ...held, ...account }
    }
    case 'UserRegistrationAbandoned':
      return user.status === 'none' ? { status: 'abandoned' } : user
    case 'UserErased':
      return isRegistered(user) ? { status: 'erased' } : user
    case 'UserProfileChanged':
      if (!isRegistered(user)) return user
      return { ...user, profile: profileIn(data), profileRevision: user.profileRevision + 1 }
    case 'UserRolesAsked':
      return isRegistered(user) ? { ...user, asked: { roles: data.roles, request: data.request, by: data.by } } : user
    case 'UserRolesRefused':
      if (!isRegistered(user)) return user
      return { ...user, asked: undefined, refused: new Map(user.refused).set(data.request, data.roleId) }
    case 'UserRolesAssigned': {
      if (!isRegistered(user)) return user
      const { roles } = data
      const rolesEver = [...new Set([...user.rolesEver, ...roles])]
      return { ...user, roles, rolesEver, rolesRevision: user.rolesRevision + 1, asked: undefined }
    }
    case 'UserHospitalChanged':
      return isRegistered(user) ? { ...user, coeId: data.coeId } : user
    case 'UserDeactivated':
      return isRegistered(user) ? { ...user, status: 'inactive' } : user
    case 'UserActivated':
      return isRegistered(user) ? { ...user, status: 'active' } : user
    case 'UserMarkedDeceased':
      return isRegistered(user) ? { ...user, status: 'deceased' } : user
    case 'UserMailRetried':
      return isRegistered(user) ? { ...user, retried: new Map(user.retried).set(data.mailId, data.tries) } : user
    case 'UserCodeAsked':
    case 'UserCodeUsed':
    case 'UserEmailVerified':
    case 'UserEmailConfirmed':
    case 'UserPasswordChanged':
    case 'UserSeenBySupport':
    case 'UserEnrolledAgain':
      return isRegistered(user) ? { ...user, ...afterAccountEvent(user, { type, data } as AccountEvent) } : user
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
