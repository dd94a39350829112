import { type Command, type Refusal, refuse } from '#domain/kernel/decider.ts'
import type { Reach } from '#domain/people/role/events.ts'
import { role, type Role, type RoleRefusal } from '#domain/people/role/role.ts'
import type { RoleTreeRefusal } from '#domain/people/role-tree/role-tree.ts'
import { handle, type Handled, type Handler, load } from '#commands/handle.ts'
import { placeUnder } from './change-role.ts'
import { roleIdOf } from './role-id.ts'

export type CreateRole = Command<
  'DefineRole',
  {
    readonly role: string
    readonly description: string
    readonly reach?: Reach | undefined
    readonly parentRoleId?: string | undefined
  }
>
export type CreateRefusal = RoleRefusal | RoleTreeRefusal | 'role_parent_unknown' | 'role_reach_missing'

/** Defines a role, under its parent at once; it reaches as far as the parent does unless it is said (traps.md, A7). */
export async function createRole(handler: Handler, command: CreateRole): Promise<Handled<Role, CreateRefusal>> {
  const { role: name, description, parentRoleId } = command.data
  const roleId = roleIdOf(name)
  const refused = async (refusal: Refusal<CreateRefusal>) =>
    ({ outcome: 'refused', refusal, state: await load(handler, role, roleId) }) as const
  const parent = parentRoleId === undefined ? undefined : await load(handler, role, parentRoleId)
  if (parent !== undefined && parent.status !== 'defined') return refused(refuse('role_parent_unknown'))
  const reach = command.data.reach ?? parent?.reach
  if (reach === undefined) return refused(refuse('role_reach_missing'))
  const define = { ...command, data: { roleId, role: name, description, reach, parentRoleId } }
  if (parentRoleId !== undefined) {
    const placed = await placeUnder(handler, command, { roleId, parentRoleId })
    if (placed.outcome === 'refused') return refused(placed.refusal)
  }
  return handle(handler, role, roleId, define)
}
