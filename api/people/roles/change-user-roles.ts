import type { FastifyPluginAsync } from 'fastify'
import { assignRoles } from '#commands/people/user/assign-roles.ts'
import { UserPath, UserRolesBody, UserRolesDone } from '#api/people/contracts/role.ts'
import { SHOWS_ROLES_OF_PEOPLE } from '#api/people/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute } from '#api/command-route.ts'
import { HttpError } from '#api/http-error.ts'
import { shownTo, userRolesWithin } from './user-roles.ts'

/** PATCH /api/users/{id}/roles (E157): all the roles of a person within reach; their open sessions go by them at once. */
export const changeUserRoles: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'PATCH',
    url: '/api/users/:id/roles',
    summary: "Change a person's roles",
    tag: 'Roles',
    permission: 'CREATE_COESTAFF',
    scope: 'reach',
    params: UserPath,
    body: UserRolesBody,
    answer: UserRolesDone,
    reach: async ({ request, context, params: { id }, body: { user_id: named } }) => {
      const said = 'Must be the person of the address'
      if (named !== undefined && named !== id) throw new HttpError(422, said, { user_id: [said] })
      return userRolesWithin(context, request.reach(), id)
    },
    run: async ({ request, context, body: { roles, revision } }, { id: userId }) => {
      const command = commandFrom(request, 'AssignRoles', { userId, roles, revision })
      const done = await assignRoles(context.handler, command)
      if (done.outcome === 'refused') return done
      const person = await userRolesWithin(context, request.reach(), userId)
      return { ...done, data: shownTo(request.actor(), person) }
    },
    message: 'User roles updated successfully',
    shows: SHOWS_ROLES_OF_PEOPLE,
  })
}
