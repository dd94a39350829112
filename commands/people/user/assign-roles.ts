import type { Command } from '#domain/kernel/decider.ts'
import { digestOf } from '#domain/kernel/digest.ts'
import { isRegistered, user, type User, type UserRefusal } from '#domain/people/user/user.ts'
import { handle, type Handled, type Handler, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { loadGranter, loadRoleFacts } from './role-facts.ts'

/** `roles` are role ids, all that the person is to hold from now on. */
export type AssignRoles = Command<'AssignRoles', { readonly userId: string; readonly roles: readonly string[] }>

/** Gives a person their roles, by the rules of domain.md, Roles: what the roles are and what the giver holds is looked up here. */
export async function assignRoles(handler: Handler, command: AssignRoles): Promise<Handled<User, UserRefusal>> {
  const { userId, roles } = command.data
  const state = await load(handler, user, userId)
  const held = isRegistered(state) ? state.roles : []
  const facts = await loadRoleFacts(handler, [...held, ...roles])
  const granter = await loadGranter(handler, command.by)
  const id = deriveId(command.id, 'AssignRoles', digestOf([facts, granter]))
  return handle(handler, user, userId, { ...command, id, data: { userId, roles, facts, granter } })
}
