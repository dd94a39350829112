import { load } from '#commands/handle.ts'
import { isRegistered, user } from '#domain/people/user/user.ts'
import { role } from '#domain/people/role/role.ts'
import type { Actor, Reach } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'

/** A person within a reach, as their own stream says, with their roles by name. Out of reach reads as not found. */
export async function userRolesWithin({ handler }: AppContext, reach: Reach, userId: string) {
  const state = await load(handler, user, userId)
  if (!isRegistered(state)) throw notFound('User')
  const isWithin = reach.kind === 'all' || (reach.kind === 'coe' && reach.coeId === state.coeId)
  if (!isWithin) throw notFound('User')
  const roles = await Promise.all(state.roles.map(async (id) => ({ id, role: await nameOf(handler, id) })))
  return {
    id: userId,
    first_name: state.profile.firstName,
    last_name: state.profile.lastName,
    email: state.email,
    status: state.status,
    coe_id: state.coeId ?? null,
    roles: roles.toSorted((one, other) => (one.role < other.role ? -1 : 1)),
    revision: state.rolesRevision,
  }
}

/** The same as it is shown: nameless to those who see no personal data. */
export function shownTo<P extends Awaited<ReturnType<typeof userRolesWithin>>>({ permissions }: Actor, person: P): P {
  return permissions.has('VIEW_PERSONAL_DATA') ? person : { ...person, first_name: '', last_name: '', email: '' }
}

/** What a role is called, or was: one that is gone has its id. */
export async function nameOf(handler: AppContext['handler'], roleId: string): Promise<string> {
  const state = await load(handler, role, roleId)
  return state.status === 'defined' ? state.role : roleId
}
