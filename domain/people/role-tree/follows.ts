import { type Asked, follows } from '#domain/kernel/follows.ts'
import type { RoleTreeEvent } from './events.ts'
import { ALL_ROLES, roleTree, type RoleTreeCommand } from './role-tree.ts'

const asked = ({ type, data }: RoleTreeEvent): Asked<RoleTreeCommand> =>
  type === 'RolePlacedUnder'
    ? { type: 'PlaceRoleUnder', data: { ...data, known: [] } }
    : { type: 'TakeRoleFromUnder', data }

export const roleTreeFollows = follows(roleTree, asked, { named: () => ALL_ROLES })
