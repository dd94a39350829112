import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { handle } from '#commands/handle.ts'
import { user } from '#domain/people/user/user.ts'
import { commandFrom } from '#api/command-from.ts'
import { Done } from '#api/contracts/done.ts'
import { ProfileBody } from '#api/people/contracts/session.ts'
import { done } from '#api/done.ts'
import { Refused } from '#api/http-error.ts'

/** The profile says gender in lower case, the rest of the portal does not (spec, back-office 9). */
const GENDERS = { female: 'Female', male: 'Male' } as const

/** PUT /api/profile (E010): what a person may change about themselves. */
export const changeProfile: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'PUT',
    url: '/api/profile',
    config: { permission: 'signed-in', scope: 'own' },
    schema: {
      tags: ['Session'],
      summary: "Change the signed-in person's profile",
      body: ProfileBody,
      response: { 200: Done },
    },
    handler: async (request) => {
      const { first_name, last_name, other_names, date_of_birth, gender, phone_number } = request.body
      const { id: userId } = request.actor()
      const command = commandFrom(request, 'ChangeUserProfile', {
        userId,
        firstName: first_name,
        lastName: last_name,
        otherNames: other_names === '' ? undefined : other_names,
        dateOfBirth: date_of_birth,
        gender: GENDERS[gender],
        phoneNumber: phone_number,
      })
      const changed = await handle(app.context.handler, user, userId, command)
      if (changed.outcome === 'refused') throw new Refused(changed.refusal)
      return done(app.context, userId, 'Profile updated.', changed.position, ['user_account', 'staff_name'])
    },
  })
}
