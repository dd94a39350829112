import { load } from '#commands/handle.ts'
import { user } from '#domain/people/user/user.ts'
import type { Actor } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { personInLog } from './person-in-log.ts'

/**
 * Who calls, with the roles, permissions and hospital that the log gives them at this moment, whatever the tables say: somebody
 * could change a row, act, and put it back before the night's check, and what was done would be recorded as any other. Undefined
 * of who may not sign in, or for whom somebody acts who may not. Reads the streams of the person and their roles; throws as
 * commands do where one does not hold.
 */
export async function asRecorded({ handler }: Pick<AppContext, 'handler'>, actor: Actor): Promise<Actor | undefined> {
  const [person, agent] = await Promise.all([
    personInLog(handler, actor.id),
    actor.agent === undefined ? undefined : load(handler, user, actor.agent),
  ])
  if (person === undefined) return undefined
  if (agent !== undefined && agent.status !== 'active') return undefined
  const { coeId, roles, permissions } = person
  const coe = coeId === undefined ? null : { id: coeId, coe_name: actor.coe?.id === coeId ? actor.coe.coe_name : '' }
  return { ...actor, coe, roles, permissions }
}
