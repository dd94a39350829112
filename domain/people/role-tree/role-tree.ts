import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import type { RoleTreeEvent } from './events.ts'

/** All of them in one stream: two that are put under one another at once meet here (docs/decisions/0070). */
export const ALL_ROLES = 'all'

export type Edge = { readonly roleId: string; readonly parentRoleId: string }
export type RoleTreeCommand =
  /** Before a role gets a parent. `known` are the parents of those above, as their own streams say. */
  | Command<'PlaceRoleUnder', Edge & { readonly known: readonly Edge[] }>
  /** After it has lost one. */
  | Command<'TakeRoleFromUnder', Edge>
export type RoleTreeRefusal = 'role_under_itself'

export type RoleTree = readonly Edge[]

function decide({ type, data, by, at }: RoleTreeCommand, tree: RoleTree): Decision<RoleTreeEvent, RoleTreeRefusal> {
  const edge = { roleId: data.roleId, parentRoleId: data.parentRoleId }
  const isThere = tree.some((other) => same(other, edge))
  if (type === 'TakeRoleFromUnder') return isThere ? [{ type: 'RoleTakenFromUnder', data: { ...edge, by, at } }] : []
  if (isThere) return []
  if (isAbove(edge.roleId, edge.parentRoleId, [...tree, ...data.known])) return refuse('role_under_itself')
  return [{ type: 'RolePlacedUnder', data: { ...edge, by, at } }]
}

/** Whether a role is another, or that one stands under it. */
function isAbove(roleId: string, other: string, edges: readonly Edge[]): boolean {
  const seen = new Set<string>([other])
  for (const at of seen) {
    if (at === roleId) return true
    for (const edge of edges) if (edge.roleId === at) seen.add(edge.parentRoleId)
  }
  return false
}

const same = (one: Edge, other: Edge) => one.roleId === other.roleId && one.parentRoleId === other.parentRoleId

/** Stream `roleTree-all`. */
export const roleTree: Decider<RoleTree, RoleTreeCommand, RoleTreeEvent, RoleTreeRefusal> = {
  category: 'roleTree',
  initial: () => [],
  decide,
  evolve: (tree, { type, data: { roleId, parentRoleId } }) => {
    const others = tree.filter((edge) => !same(edge, { roleId, parentRoleId }))
    return type === 'RolePlacedUnder' ? [...others, { roleId, parentRoleId }] : others
  },
}
