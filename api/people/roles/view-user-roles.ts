import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { roleName } from '#domain/kernel/role-names.ts'
import { type UserEvent, userEvents } from '#domain/people/user/events.ts'
import { user } from '#domain/people/user/user.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { UserPath, UserRolesDetail } from '#api/people/contracts/role.ts'
import { historyOf, type Said } from '#api/history.ts'
import { nameOf, shownTo, userRolesWithin } from './user-roles.ts'

/** GET /api/users/{id}/roles: a person within reach with their roles, the revision to edit them by, and what became of them. */
export const viewUserRoles: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/users/:id/roles',
    config: { permission: ['VIEW_USERS', 'CREATE_COESTAFF'], scope: 'reach', shows: ['user_account'] },
    schema: {
      tags: ['Roles'],
      summary: "A person's roles with their history",
      params: UserPath,
      response: { 200: UserRolesDetail },
    },
    handler: async (request) => {
      const { context } = app
      const { id } = request.params
      const person = await userRolesWithin(context, request.reach(), id)
      const past = await context.log.readWhatHolds<UserEvent>(`${user.category}-${id}`, 0)
      const events = past.events.filter(isOfRoles)
      const said = await inOrder(events, async (roleId) => roleName(await nameOf(context.handler, roleId)))
      const isMasked = !request.actor().permissions.has('VIEW_PERSONAL_DATA')
      const inWords = (event: OfRoles): Said => ({ what: said.get(event) ?? '', why: null })
      const history = await historyOf(context, { ...past, events }, { events: userEvents, inWords, isMasked })
      return { data: { ...shownTo(request.actor(), person), history } }
    },
  })
}

const OTHERS = [
  ...(['UserProfileChanged', 'UserRegistrationAbandoned', 'UserErased', 'UserMailRetried'] as const),
  ...(['UserCodeAsked', 'UserEmailVerified', 'UserPasswordChanged', 'UserSeenBySupport'] as const),
] as const
type OfRoles = Exclude<UserEvent, { readonly type: (typeof OTHERS)[number] }>
const isOfRoles = (recorded: Recorded<UserEvent>): recorded is Recorded<OfRoles> =>
  !OTHERS.some((other) => other === recorded.event.type)

/** What each event says, from which roles to which. */
async function inOrder(
  events: readonly Recorded<OfRoles>[],
  named: (roleId: string) => Promise<string>,
): Promise<ReadonlyMap<OfRoles, string>> {
  const said = new Map<OfRoles, string>()
  const names = async (roles: readonly string[]) => (await Promise.all(roles.map(named))).toSorted().join(', ')
  let held = ''
  for (const { event } of events) {
    const given = 'roles' in event.data ? await names(event.data.roles) : held
    said.set(event, await told(event, held, given, named))
    if (event.type === 'UserRegistered' || event.type === 'UserRolesAssigned') held = given
  }
  return said
}

async function told(
  { type, data }: OfRoles,
  held: string,
  given: string,
  named: (roleId: string) => Promise<string>,
): Promise<string> {
  switch (type) {
    case 'UserRegistered':
      return `Registered as ${given}`
    case 'UserRolesAsked':
      return `Roles to be changed from ${held} to ${given}`
    case 'UserRolesAssigned':
      return `Roles changed from ${held} to ${given}`
    case 'UserRolesRefused':
      return `Roles not changed: ${await named(data.roleId)} could not be given or taken`
    case 'UserDeactivated':
      return 'Deactivated'
    case 'UserActivated':
      return 'Activated'
    case 'UserMarkedDeceased':
      return 'Recorded as deceased'
  }
}
