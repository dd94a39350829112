import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { load } from '#commands/handle.ts'
import { secondFactor } from '#domain/people/second-factor/second-factor.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import { UserPath } from '#api/people/contracts/role.ts'
import { FactorOfPerson } from '#api/people/contracts/second-factor.ts'
import { userRolesWithin } from '#api/people/roles/user-roles.ts'

/** GET /api/users/{id}/second_factor: whether somebody has one, and whether it is to be reset. */
export const viewFactorOfPerson: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/users/:id/second_factor',
    config: { permission: 'MANAGE_ROLE', scope: 'reach', shows: ['user_account'] },
    schema: {
      tags: ['Roles'],
      summary: "A person's second factor",
      params: UserPath,
      response: { 200: FactorOfPerson },
    },
    handler: async (request) => {
      const { context } = app
      const { id } = await userRolesWithin(context, request.reach(), request.params.id)
      const { on, reset } = await load(context.handler, secondFactor, id)
      const nameOf = await peopleNames(context.db, reset === undefined ? [] : [reset.by])
      const asked = reset && {
        ...{ id: reset.id, asked_by: nameOf(reset.by), is_own: reset.by === request.actor().id },
        ...{ asked_at: reset.at, reason: reset.reason },
      }
      return { data: { is_on: on !== undefined, since: on?.since ?? null, reset: asked ?? null } }
    },
  })
}
