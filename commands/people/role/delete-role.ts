import { ALL_CATEGORIES, category } from '#domain/catalogue/category/category.ts'
import { type Command, type Refusal, refuse } from '#domain/kernel/decider.ts'
import { digestOf } from '#domain/kernel/digest.ts'
import { role, type Role, type RoleRefusal } from '#domain/people/role/role.ts'
import { ALL_ROLES, roleTree } from '#domain/people/role-tree/role-tree.ts'
import { isRegistered, user } from '#domain/people/user/user.ts'
import { loadGranter } from '#commands/people/user/role-facts.ts'
import { handle, type Handled, type Handler, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'

export type DeleteRole = Command<'DeleteRole', { readonly roleId: string }>
export type DeleteRefusal = RoleRefusal | 'role_is_parent' | 'role_is_of_categories'

/** Deletes a role that nobody holds or is being given, that is no other's parent, and that no category of services has. */
export async function deleteRole(handler: Handler, command: DeleteRole): Promise<Handled<Role, DeleteRefusal>> {
  const { roleId } = command.data
  const state = await load(handler, role, roleId)
  if (state.status === 'defined') {
    const used = await usedBy(handler, roleId)
    if (used) return { outcome: 'refused', refusal: used, state }
  }
  const taken = state.status === 'defined' ? [...state.taken] : []
  const free: string[] = []
  for (const [request, userId] of taken) if (await isFree(handler, roleId, request, userId)) free.push(request)
  const granter = await loadGranter(handler, command.by)
  const id = deriveId(command.id, 'DeleteRole', digestOf([free, granter]))
  return handle(handler, role, roleId, { ...command, id, data: { roleId, free, granter } })
}

async function usedBy(handler: Handler, roleId: string): Promise<Refusal<DeleteRefusal> | undefined> {
  for (const edge of await load(handler, roleTree, ALL_ROLES)) {
    if (edge.parentRoleId !== roleId) continue
    const child = await load(handler, role, edge.roleId)
    if (child.status === 'defined' && child.parentRoleIds.includes(roleId))
      return refuse('role_is_parent', { role: child.role })
  }
  const { active } = await load(handler, category, ALL_CATEGORIES)
  const categories = [...active.values()].filter(({ roles }) => roles.includes(roleId)).map(({ name }) => name)
  return categories.length > 0 ? refuse('role_is_of_categories', { categories }) : undefined
}

/** Whether somebody who took a role by a request neither holds it nor ever will by that request. */
async function isFree(handler: Handler, roleId: string, request: string, userId: string): Promise<boolean> {
  const state = await load(handler, user, userId)
  if (isRegistered(state)) return !state.roles.includes(roleId) && state.asked?.request !== request
  return state.status !== 'none' // Who is not registered yet may be at it.
}
