import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type UserEvent, userEvents } from '#domain/people/user/events.ts'
import { user } from '#domain/people/user/user.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { UserPath, UserRolesDetail } from '#api/people/contracts/role.ts'
import { historyOf, type Said } from '#api/history.ts'
import { personInWords } from '#api/people/staff/person-history.ts'
import { shownTo, userRolesWithin } from './user-roles.ts'

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
      const isMasked = !request.actor().permissions.has('VIEW_PERSONAL_DATA')
      const said = await personInWords(context, events, isMasked)
      const inWords = (event: UserEvent): Said => ({ what: said.get(event) ?? '', why: null })
      const history = await historyOf(context, { ...past, events }, { events: userEvents, inWords, isMasked })
      return { data: { ...shownTo(request.actor(), person), history } }
    },
  })
}

const OF_ROLES = ['UserRegistered', 'UserRolesAsked', 'UserRolesAssigned', 'UserRolesRefused'] as const
const OF_STATUS = ['UserDeactivated', 'UserActivated', 'UserMarkedDeceased'] as const
const isOfRoles = ({ event }: Recorded<UserEvent>): boolean =>
  [...OF_ROLES, ...OF_STATUS].some((type) => type === event.type)
