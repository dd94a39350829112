import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#commands/handle.ts'
import { user } from '#domain/people/user/user.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { ProfileBody } from '#api/people/contracts/session.ts'

/** PUT /api/profile (E010): what a person may change about themselves. */
export const changeProfile: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'PUT',
    url: '/api/profile',
    summary: "Change the signed-in person's profile",
    tag: 'Session',
    permission: 'signed-in',
    scope: 'own',
    body: ProfileBody,
    reach: ({ request }) => request.actor().id,
    run: async ({ request, context: { handler }, body }, userId) => {
      const { first_name, last_name, other_names, date_of_birth, gender, phone_number } = body
      const command = commandFrom(request, 'ChangeUserProfile', {
        userId,
        firstName: first_name,
        lastName: last_name,
        otherNames: other_names === '' ? undefined : other_names,
        dateOfBirth: date_of_birth,
        gender,
        phoneNumber: phone_number,
      })
      return ofId(userId, await handle(handler, user, userId, command))
    },
    message: 'Profile updated.',
    shows: ['user_account', 'staff_name'],
  })
}
