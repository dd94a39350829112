import type { PermissionEvent } from '#domain/people/permission/events.ts'
import { handlers, type ReadModel } from '#projections/read-model.ts'

/** A permission of the installation's own: it opens nothing but menu items. */
export type OwnPermissionRow = { id: string; permission: string; description: string }

/** Serves the roles screen and the choice of a menu item's permission. */
export const ownPermission: ReadModel<OwnPermissionRow, 'own_permission'> = {
  name: 'own_permission',
  revision: 1,
  columns: { id: 'text not null', permission: 'text not null', description: 'text not null' },
  key: ['id'],
  on: handlers<OwnPermissionRow, PermissionEvent>({
    PermissionAdded: ({ event: { data } }) => {
      const { permissionId: id, permission, description } = data
      return [{ key: [id], fold: () => ({ id, permission, description }) }]
    },
  }),
}
