import type { UserEvent } from '#domain/people/user/events.ts'
import { concludeRoles } from '#commands/people/user/assign-roles.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { closes, commandBehind, opens, type ProcessDefinition } from '#commands/processes/definition.ts'

/** How long (ms) whoever gives somebody roles has to do it before it is done for them. */
const GRACE_MS = 5_000

type Asked = Extract<UserEvent, { type: 'UserRolesAsked' }>['data']

const userIdOf = ({ event }: Recorded): string => (event.data as UserEvent['data']).userId

/** Roles that were asked for are given, or refused, whatever crashed in between: else nobody could give the person others. */
const givingRoles: ProcessDefinition = {
  name: 'giving roles',
  on: {
    UserRolesAsked: (recorded) => [opens(userIdOf(recorded), GRACE_MS)],
    UserRolesAssigned: (recorded) => [closes(userIdOf(recorded))],
    UserRolesRefused: (recorded) => [closes(userIdOf(recorded))],
    UserErased: (recorded) => [closes(userIdOf(recorded))],
  },
  work: {
    forward: (handler, { event }) => {
      const asked = event.event.data as Asked
      return concludeRoles(handler, { ...commandBehind(event), data: { userId: asked.userId } }, asked)
    },
  },
}

/** What of people takes several appends, and is taken to its end whatever crashed on the way. */
export const peopleProcesses: readonly ProcessDefinition[] = [givingRoles]
