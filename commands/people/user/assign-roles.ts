import { type Command, refuse } from '#domain/kernel/decider.ts'
import { digestOf } from '#domain/kernel/digest.ts'
import { SUPER_ADMIN } from '#domain/people/role/granting.ts'
import { role, type RoleRefusal } from '#domain/people/role/role.ts'
import { changedRoles } from '#domain/people/user/rules.ts'
import { isRegistered, user, type User, type UserRefusal } from '#domain/people/user/user.ts'
import { followUp } from '#commands/follow-up.ts'
import { handle, type Handled, type Handler, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { loadGranter, loadRoleFacts } from './role-facts.ts'

/** `roles` are role ids, all that the person is to hold from now on; `revision` is how often they had changed when read. */
export type AssignRoles = Command<
  'AssignRoles',
  { readonly userId: string; readonly roles: readonly string[]; readonly revision?: number | undefined }
>

/**
 * Gives a person their roles, by the rules of domain.md, Roles: what the roles are and what the giver holds is looked up
 * here. Roles that are counted are told first; what a crash leaves between is finished by a process (people-processes.ts).
 */
export async function assignRoles(
  handler: Handler,
  command: AssignRoles,
): Promise<Handled<User, UserRefusal | RoleRefusal>> {
  const { userId, roles, revision } = command.data
  const state = await load(handler, user, userId)
  const held = isRegistered(state) ? state.roles : []
  const facts = await loadRoleFacts(handler, [...held, ...roles])
  const granter = await loadGranter(handler, command.by)
  const id = deriveId(command.id, 'AssignRoles', digestOf([facts, granter]))
  const assign = { ...command, id, data: { userId, roles, facts, granter, revision } }
  const done = await handle(handler, user, userId, assign)
  if (done.outcome === 'refused' || !isRegistered(done.state)) return done
  const { asked } = done.state
  return asked?.request === id ? concludeRoles(handler, assign, asked) : answered(done, id)
}

/** Tells the roles that are counted, and gives the person what was asked for, or nothing of it when one of them says no. */
export async function concludeRoles(
  handler: Handler,
  cause: Command<string, { readonly userId: string }>,
  asked: { readonly roles: readonly string[]; readonly request: string },
): Promise<Handled<User, UserRefusal | RoleRefusal>> {
  const { userId } = cause.data
  const { roles, request } = asked
  const state = await load(handler, user, userId)
  const held = isRegistered(state) ? state.roles : []
  // One that was deleted meanwhile is no longer known: it says so itself.
  for (const roleId of roles.filter((one) => !held.includes(one))) {
    const [fact] = await loadRoleFacts(handler, [roleId])
    if (fact?.isCounted === false) continue
    const isTold = await tell(handler, followUp(cause, 'TakeRole', { roleId, userId, request }))
    if (!isTold) return refuseRoles(handler, cause, { request, roleId })
  }
  const facts = await loadRoleFacts(handler, held)
  for (const { roleId, role: name } of changedRoles(held, roles, facts)) {
    if (name !== SUPER_ADMIN) continue
    const isTold = await tell(handler, followUp(cause, 'LeaveRole', { roleId, userId, request }))
    if (!isTold) return refuseRoles(handler, cause, { request, roleId })
  }
  return answered(await handle(handler, user, userId, followUp(cause, 'ConcludeRoles', { userId, request })), request)
}

type Told = Command<
  'TakeRole' | 'LeaveRole',
  { readonly roleId: string; readonly userId: string; readonly request: string }
>

/** Whether the role has it. One role of several by one cause: the role is part of the id. */
async function tell(handler: Handler, command: Told): Promise<boolean> {
  const { roleId } = command.data
  const told = await handle(handler, role, roleId, { ...command, id: deriveId(command.id, roleId) })
  return told.outcome === 'done'
}

async function refuseRoles(
  handler: Handler,
  cause: Command<string, { readonly userId: string }>,
  { request, roleId }: { readonly request: string; readonly roleId: string },
): Promise<Handled<User, UserRefusal | RoleRefusal>> {
  const { userId } = cause.data
  const refused = followUp(cause, 'ConcludeRoles', { userId, request, refused: roleId })
  // Another no than the first is no other request.
  const done = await handle(handler, user, userId, { ...refused, id: deriveId(refused.id, 'refused', roleId) })
  return answered(done, request)
}

/** What came of a request, whoever finished it: a no stays one when the same command comes again. */
function answered(done: Handled<User, UserRefusal>, request: string): Handled<User, UserRefusal | RoleRefusal> {
  const { state } = done
  const roleId = isRegistered(state) ? state.refused.get(request) : undefined
  if (done.outcome === 'refused' || roleId === undefined) return done
  // SUPER_ADMIN cannot be deleted, and only it can be lost.
  const refusal = refuse<RoleRefusal>(roleId === roleIdOf(SUPER_ADMIN) ? 'role_giver_left' : 'role_unknown')
  return { outcome: 'refused', refusal, state }
}
