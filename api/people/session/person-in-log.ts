import { type Handler, load } from '#commands/handle.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import type { Reach } from '#domain/people/role/events.ts'
import { effectivePermissions } from '#domain/people/role/granting.ts'
import { role } from '#domain/people/role/role.ts'
import { isRegistered, user } from '#domain/people/user/user.ts'

/** Somebody as the log has them at this moment. */
export type PersonInLog = {
  readonly coeId: string | undefined
  readonly roles: readonly { readonly id: string; readonly role: string; readonly reach: Reach }[]
  readonly permissions: ReadonlySet<Permission>
}

/**
 * The roles, permissions and hospital that the log gives a person, whatever the tables say; undefined of who may not sign in.
 * Reads the streams of the person and their roles; throws as commands do where one does not hold.
 */
export async function personInLog(handler: Handler, id: string): Promise<PersonInLog | undefined> {
  const state = await load(handler, user, id)
  if (!isRegistered(state) || state.status !== 'active') return undefined
  const held = await Promise.all(state.roles.map(async (of) => ({ id: of, facts: await load(handler, role, of) })))
  const defined = held.flatMap(({ id: of, facts }) => (facts.status === 'defined' ? [{ id: of, ...facts }] : []))
  return {
    coeId: state.coeId,
    roles: defined.map(({ id: of, role: name, reach }) => ({ id: of, role: name, reach })),
    permissions: new Set(effectivePermissions(defined)),
  }
}
