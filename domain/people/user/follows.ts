import { type Asked, follows } from '#domain/kernel/follows.ts'
import { ANYONE, type RoleFacts } from '#domain/people/role/granting.ts'
import type { UserEvent } from './events.ts'
import { isRegistered, user, type User, type UserCommand } from './user.ts'

function asked({ type, data }: UserEvent, state: User): Asked<UserCommand> {
  const roles = isRegistered(state) ? state.roles : []
  switch (type) {
    case 'UserRegistered':
      // Who enrols themselves is given their role by the portal.
      return { type: 'RegisterUser', data: { ...data, facts: factsOf(data.roles), granter: { kind: 'system' } } }
    case 'UserProfileChanged':
      return { type: 'ChangeUserProfile', data }
    case 'UserRolesAssigned':
      return { type: 'AssignRoles', data: { ...data, facts: factsOf([...roles, ...data.roles]), granter: ANYONE } }
    case 'UserDeactivated':
      return { type: 'DeactivateUser', data }
    case 'UserActivated':
      return { type: 'ActivateUser', data }
    case 'UserMarkedDeceased':
      return { type: 'MarkUserDeceased', data }
    case 'UserMailRetried':
      return { type: 'RetryMail', data }
    case 'UserRegistrationAbandoned':
      return { type: 'AbandonRegistration', data }
    case 'UserErased':
      return { type: 'EraseUser', data: { ...data, mayHold: isRegistered(state) ? state.rolesEver : [] } }
  }
}

/** What a role let people do on the day is in its own stream: here each is one that anybody may have beside any other. */
const factsOf = (roleIds: readonly string[]): readonly RoleFacts[] =>
  roleIds.map((roleId) => ({ roleId, role: roleId, reach: 'self', permissions: [], parentRoleIds: [] }))

export const userFollows = follows(user, asked, {
  named: ({ userId }) => userId,
  personalOnly: ['UserProfileChanged'],
})
