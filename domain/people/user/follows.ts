import { type Asked, follows } from '#domain/kernel/follows.ts'
import { ANYONE, type RoleFacts } from '#domain/people/role/granting.ts'
import type { UserEvent } from './events.ts'
import { isRegistered, user, type User, type UserCommand } from './user.ts'

function asked({ type, data }: UserEvent, state: User): Asked<UserCommand> {
  const roles = isRegistered(state) ? state.roles : []
  switch (type) {
    case 'UserRegistered':
      // Who enrols themselves is given their role by the portal.
      return { type: 'RegisterUser', data: { ...data, facts: factsOf(data.roles, false), granter: { kind: 'system' } } }
    case 'UserProfileChanged':
      return { type: 'ChangeUserProfile', data }
    case 'UserRolesAsked':
      return assigning(data, [...roles, ...data.roles], true)
    case 'UserRolesAssigned': {
      const request = isRegistered(state) ? state.asked?.request : undefined
      return request === undefined
        ? assigning(data, [...roles, ...data.roles], false)
        : { type: 'ConcludeRoles', data: { userId: data.userId, request } }
    }
    case 'UserRolesRefused':
      return { type: 'ConcludeRoles', data: { userId: data.userId, request: data.request, refused: data.roleId } }
    case 'UserHospitalChanged':
      return { type: 'ChangeUserHospital', data: { ...data, facts: factsOf(roles, false) } }
    case 'UserDeactivated':
      return { type: 'DeactivateUser', data }
    case 'UserActivated':
      return { type: 'ActivateUser', data }
    case 'UserMarkedDeceased':
      return { type: 'MarkUserDeceased', data }
    case 'UserMailRetried':
      return { type: 'RetryMail', data }
    case 'UserCodeAsked':
      return { type: 'AskCode', data }
    case 'UserCodeUsed':
      return { type: 'UseCode', data }
    case 'UserEmailConfirmed':
      return { type: 'ConfirmEmail', data }
    case 'UserEmailVerified':
      return { type: 'VerifyEmail', data }
    case 'UserPasswordChanged':
      return { type: 'ChangePassword', data }
    case 'UserSeenBySupport':
      return { type: 'SeeAsUser', data: { ...data, permissions: [] } }
    case 'UserEnrolledAgain':
      return { type: 'TellEnrolledAgain', data }
    case 'UserRegistrationAbandoned':
      return { type: 'AbandonRegistration', data }
    case 'UserErased':
      return { type: 'EraseUser', data: { ...data, mayHold: isRegistered(state) ? state.rolesEver : [] } }
  }
}

/** What a role let people do on the day is in its own stream: here each is one that anybody may have beside any other. */
const factsOf = (roleIds: readonly string[], isCounted: boolean): readonly RoleFacts[] =>
  roleIds.map((roleId) => ({ roleId, role: roleId, reach: 'self', permissions: [], parentRoleIds: [], isCounted }))

const assigning = (
  { userId, roles }: { readonly userId: string; readonly roles: readonly string[] },
  known: readonly string[],
  isCounted: boolean,
): Asked<UserCommand> => ({
  type: 'AssignRoles',
  data: { userId, roles, facts: factsOf(known, isCounted), granter: ANYONE },
})

export const userFollows = follows(user, asked, {
  named: ({ userId }) => userId,
  personalOnly: ['UserProfileChanged'],
})
