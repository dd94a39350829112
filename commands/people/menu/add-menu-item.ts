import { type Command, refuse } from '#domain/kernel/decider.ts'
import { isPermission } from '#domain/kernel/permissions.ts'
import type { MenuItem } from '#domain/people/menu/events.ts'
import { menu, type Menu, type MenuRefusal } from '#domain/people/menu/menu.ts'
import { permission } from '#domain/people/permission/permission.ts'
import { handle, type Handled, type Handler, load } from '#commands/handle.ts'
import { permissionIdOf } from '#commands/people/role/permission-id.ts'

type AddMenuItem = Command<'AddMenuItem', MenuItem & { readonly menuItemId: string }>

/** Adds an item to the menu, also one that was removed; its permission is one that there is. */
export async function addMenuItem(handler: Handler, command: AddMenuItem): Promise<Handled<Menu, MenuRefusal>> {
  const { menuItemId, permission: name } = command.data
  const isThere =
    name === null || isPermission(name) || (await load(handler, permission, permissionIdOf(name))).status === 'added'
  if (!isThere) {
    const state = await load(handler, menu, menuItemId)
    return { outcome: 'refused', refusal: refuse('menu_permission_unknown'), state }
  }
  return handle(handler, menu, menuItemId, { ...command, data: { ...command.data, mayReturn: true } })
}
