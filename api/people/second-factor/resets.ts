import type { FastifyPluginAsync } from 'fastify'
import { isRefusal } from '#domain/kernel/decider.ts'
import { MOST_TOLD } from '#domain/people/second-factor/events.ts'
import { secondFactor } from '#domain/people/second-factor/second-factor.ts'
import { handle, load } from '#commands/handle.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import type { AppContext } from '#api/context.ts'
import { UserPath } from '#api/people/contracts/role.ts'
import { ConfirmResetBody, DeclineResetBody, ResetBody } from '#api/people/contracts/second-factor.ts'
import { whoIsTold } from '#api/people/who-is-told.ts'
import { userRolesWithin } from '#api/people/roles/user-roles.ts'
import { SHOWS_RESETS } from '#api/people/shows.ts'
import type { Reach } from '#api/actor.ts'

const URL = '/api/users/:id/second_factor'
const tag = 'Roles'
/** Whoever says what people may do could make themselves an account that may; so they reset too, by two. */
const administers = { permission: 'MANAGE_ROLE', scope: 'reach' } as const

const within = async (context: AppContext, reach: Reach, id: string) => (await userRolesWithin(context, reach, id)).id

/** POST /api/users/{id}/second_factor/reset: the phone is lost. The person is mailed; another has to confirm. */
export const askReset: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...administers,
    url: `${URL}/reset`,
    summary: 'Ask to reset a second factor',
    tag,
    params: UserPath,
    body: ResetBody,
    reach: ({ request, context, params }) => within(context, request.reach(), params.id),
    run: async ({ request, context, body: { reason } }, userId) => {
      const resetId = request.commandId()
      const wanted = { permission: administers.permission, but: request.actor().id, most: MOST_TOLD }
      const told = await whoIsTold(context, wanted)
      // Nobody confirms a reset of their own.
      const toConfirm = told.filter((id) => id !== userId)
      const command = commandFrom(request, 'AskReset', { userId, resetId, reason, toConfirm })
      return ofId(resetId, await handle(context.handler, secondFactor, userId, command))
    },
    message: 'Another administrator must now confirm this. We have emailed the person.',
    shows: SHOWS_RESETS,
  })
}

/** POST /api/users/{id}/second_factor/reset/confirm: it is gone, and the person is signed out everywhere. */
export const confirmReset: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...administers,
    url: `${URL}/reset/confirm`,
    summary: 'Confirm that a second factor is reset',
    tag,
    params: UserPath,
    body: ConfirmResetBody,
    reach: ({ request, context, params }) => within(context, request.reach(), params.id),
    run: async ({ request, context, body: { reset_id: resetId } }, userId) => {
      const { handler } = context
      const command = commandFrom(request, 'ConfirmReset', { userId, resetId })
      const decision = secondFactor.decide(command, await load(handler, secondFactor, userId))
      if (isRefusal(decision)) return { outcome: 'refused', refusal: decision }
      // Before, so that no crash leaves one open that the lost phone opened; and behind, for those opened in between.
      await endSessions(context, userId)
      const done = await handle(handler, secondFactor, userId, command)
      if (done.outcome === 'done') await endSessions(context, userId)
      return ofId(resetId, done)
    },
    message: 'The second factor is reset and the person is signed out on all devices. They must set up another phone.',
    shows: SHOWS_RESETS,
  })
}

/** POST /api/users/{id}/second_factor/reset/decline: by another, or by whoever asked. */
export const declineReset: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...administers,
    url: `${URL}/reset/decline`,
    summary: 'Decline to reset a second factor',
    tag,
    params: UserPath,
    body: DeclineResetBody,
    reach: ({ request, context, params }) => within(context, request.reach(), params.id),
    run: async ({ request, context, body: { reset_id: resetId, reason } }, userId) => {
      const command = commandFrom(request, 'DeclineReset', { userId, resetId, reason })
      return ofId(resetId, await handle(context.handler, secondFactor, userId, command))
    },
    message: 'The second factor stays as it is',
    shows: SHOWS_RESETS,
  })
}

const endSessions = ({ pool }: AppContext, userId: string) =>
  pool.query('delete from session where user_id = $1', [userId])
