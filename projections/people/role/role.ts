import type { RoleEvent } from '#domain/people/role/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** A role with what it lets its holders do; the holders of a parent role may give it to people. */
export type RoleRow = {
  id: string
  role: string
  description: string
  /** self, hospital or all. */
  reach: string
  permissions: readonly string[]
  parent_role_ids: readonly string[]
}

const change = (id: string, changed: (row: RoleRow) => Partial<RoleRow>): readonly Change<RoleRow>[] => [
  { key: [id], fold: (row) => (row === undefined ? undefined : { ...row, ...changed(row) }) },
]
const without = (list: readonly string[], item: string) => list.filter((other) => other !== item)

/** Serves the permissions of everyone signed in, the roles screen, and the names of roles as of the past. */
export const role: ReadModel<RoleRow, 'role'> = {
  name: 'role',
  revision: 3,
  temporal: true,
  columns: {
    id: 'text not null',
    role: 'text not null',
    description: 'text not null',
    reach: 'text not null',
    permissions: 'text[] not null',
    parent_role_ids: 'text[] not null',
  },
  key: ['id'],
  indexes: ['(role)'],
  on: handlers<RoleRow, RoleEvent>({
    RoleDefined: ({ event: { data } }) => {
      const { roleId: id, role: name, description, reach } = data
      return [{ key: [id], fold: () => ({ id, role: name, description, reach, permissions: [], parent_role_ids: [] }) }]
    },
    PermissionAttached: ({ event: { data } }) =>
      change(data.roleId, ({ permissions }) => ({
        permissions: [...without(permissions, data.permission), data.permission],
      })),
    PermissionDetached: ({ event: { data } }) =>
      change(data.roleId, ({ permissions }) => ({ permissions: without(permissions, data.permission) })),
    ParentRoleAttached: ({ event: { data } }) =>
      change(data.roleId, ({ parent_role_ids: parents }) => ({
        parent_role_ids: [...without(parents, data.parentRoleId), data.parentRoleId],
      })),
    ParentRoleDetached: ({ event: { data } }) =>
      change(data.roleId, ({ parent_role_ids: parents }) => ({ parent_role_ids: without(parents, data.parentRoleId) })),
    RoleDeleted: ({ event: { data } }) => [{ key: [data.roleId], fold: () => undefined }],
  }),
}
