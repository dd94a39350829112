import { type Command, isRefusal, refuse } from '#domain/kernel/decider.ts'
import { digestOf } from '#domain/kernel/digest.ts'
import { isPermission } from '#domain/kernel/permissions.ts'
import { permission, type PermissionRefusal } from '#domain/people/permission/permission.ts'
import { role, type Role, type RoleCommand, type RoleRefusal } from '#domain/people/role/role.ts'
import { ALL_ROLES, type Edge, roleTree, type RoleTreeRefusal } from '#domain/people/role-tree/role-tree.ts'
import { loadGranter } from '#commands/people/user/role-facts.ts'
import { followUp } from '#commands/follow-up.ts'
import { handle, type Handled, type Handler, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { permissionIdOf } from './permission-id.ts'

type OfPermission = { readonly roleId: string; readonly permission: string }
export type ChangePermission = Command<'AttachPermission' | 'DetachPermission', OfPermission>
export type ChangeParent = Command<'AttachParentRole' | 'DetachParentRole', Edge>

/** Attaches a permission that there is to a role, or detaches it; what whoever asks holds is looked up here. */
export async function changePermission(
  handler: Handler,
  command: ChangePermission,
): Promise<Handled<Role, RoleRefusal | PermissionRefusal>> {
  const { roleId, permission: name } = command.data
  const isThere = isPermission(name) || (await load(handler, permission, permissionIdOf(name))).status === 'added'
  if (!isThere)
    return { outcome: 'refused', refusal: refuse('permission_unknown'), state: await load(handler, role, roleId) }
  return handle(handler, role, roleId, await granted(handler, command))
}

/**
 * Puts a role under one that there is, or takes it from under it. The tree of all roles is told before and after, so that of
 * two that are put under one another at once one is refused. What a crash leaves there can only refuse, and is undone by
 * the same command again.
 */
export async function changeParent(
  handler: Handler,
  command: ChangeParent,
): Promise<Handled<Role, RoleRefusal | RoleTreeRefusal>> {
  const { roleId, parentRoleId } = command.data
  const state = await load(handler, role, roleId)
  const asked = await granted(handler, command)
  if (command.type === 'DetachParentRole') {
    const detached = await handle(handler, role, roleId, asked)
    if (detached.outcome === 'refused') return detached
    await handle(handler, roleTree, ALL_ROLES, followUp(command, 'TakeRoleFromUnder', { roleId, parentRoleId }))
    return detached
  }
  if ((await load(handler, role, parentRoleId)).status !== 'defined')
    return { outcome: 'refused', refusal: refuse('role_unknown'), state }
  const decision = role.decide(asked, state)
  if (isRefusal(decision)) return { outcome: 'refused', refusal: decision, state }
  const placed = await placeUnder(handler, command, { roleId, parentRoleId })
  return placed.outcome === 'refused' ? { ...placed, state } : handle(handler, role, roleId, asked)
}

/** Tells the tree of all roles of a parent that a role is to get. */
export async function placeUnder(handler: Handler, cause: Command<string, unknown>, edge: Edge) {
  const known = await edgesAbove(handler, edge.parentRoleId)
  const place = followUp(cause, 'PlaceRoleUnder', { ...edge, known })
  return handle(handler, roleTree, ALL_ROLES, { ...place, id: deriveId(place.id, digestOf(known)) })
}

/** The parents of a role, of those, and so on, as their own streams say. */
async function edgesAbove(handler: Handler, roleId: string): Promise<readonly Edge[]> {
  const edges: Edge[] = []
  const above = new Set([roleId])
  for (const at of above) {
    const state = await load(handler, role, at)
    if (state.status !== 'defined') continue
    for (const parentRoleId of state.parentRoleIds) {
      edges.push({ roleId: at, parentRoleId })
      above.add(parentRoleId)
    }
  }
  return edges
}

type Asked = Command<RoleCommand['type'], object>
type Granted = Extract<RoleCommand, { readonly data: { readonly granter: unknown } }>

/** The command with what whoever gives it holds: asked again after that has changed, it is another question. */
async function granted<C extends ChangePermission | ChangeParent>(
  handler: Handler,
  command: C & Asked,
): Promise<Granted> {
  const granter = await loadGranter(handler, command.by)
  const id = deriveId(command.id, command.type, digestOf(granter))
  return { ...command, id, data: { ...command.data, granter } } as Granted
}
