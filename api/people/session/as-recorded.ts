import { load } from '#commands/handle.ts'
import { effectivePermissions } from '#domain/people/role/granting.ts'
import { role } from '#domain/people/role/role.ts'
import { isRegistered, user } from '#domain/people/user/user.ts'
import type { Actor } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'

/**
 * Who calls, with the roles, permissions and hospital that the log gives them at this moment, whatever the tables say: somebody
 * could change a row, act, and put it back before the night's check, and what was done would be recorded as any other. Undefined
 * of who may not sign in, or for whom somebody acts who may not. Reads the streams of the person and their roles; throws as
 * commands do where one does not hold.
 */
export async function asRecorded({ handler }: Pick<AppContext, 'handler'>, actor: Actor): Promise<Actor | undefined> {
  const [state, agent] = await Promise.all([
    load(handler, user, actor.id),
    actor.agent === undefined ? undefined : load(handler, user, actor.agent),
  ])
  if (!isRegistered(state) || state.status !== 'active') return undefined
  if (agent !== undefined && agent.status !== 'active') return undefined
  const held = await Promise.all(state.roles.map(async (id) => ({ id, facts: await load(handler, role, id) })))
  const defined = held.flatMap(({ id, facts }) => (facts.status === 'defined' ? [{ id, ...facts }] : []))
  const { coeId } = state
  return {
    ...actor,
    coe: coeId === undefined ? null : { id: coeId, coe_name: actor.coe?.id === coeId ? actor.coe.coe_name : '' },
    roles: defined.map(({ id, role: name, reach }) => ({ id, role: name, reach })),
    permissions: new Set(effectivePermissions(defined)),
  }
}
