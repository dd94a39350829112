import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { load } from '#commands/handle.ts'
import { emailKey } from '#commands/people/user/email-key.ts'
import { CODE_LIFE_MS } from '#commands/people/user/mailed-code.ts'
import { isRegistered, type RegisteredUser, user } from '#domain/people/user/user.ts'
import type { AppContext } from '#api/context.ts'
import { HttpError } from '#api/http-error.ts'
import { codeOf, type CodeRow, MOST_TRIES } from '#api/people/account/code-requests.ts'
import { LookupBody } from '#api/people/contracts/staff-body.ts'
import { UserLookup } from '#api/people/contracts/staff.ts'
import { pageOfPeople } from './people-list.ts'

/** POST /api/users/lookup (in place of E092): who has an e-mail, and the state of the code that was mailed last. */
export const lookUpUser: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/users/lookup',
    config: { permission: 'VERIFY_USER_EMAIL', scope: 'all', idempotency: 'none', limit: 'search' },
    schema: {
      tags: ['Staff'],
      summary: 'Look a user up by their e-mail',
      body: LookupBody,
      response: { 200: UserLookup },
    },
    handler: async (request) => {
      const { context } = app
      const { email } = request.body
      const sees = request.actor().permissions.has('VIEW_PERSONAL_DATA')
      const [person] = (await pageOfPeople(context, { sees, who: 'all', email }, {})).data
      const state = person === undefined ? undefined : await load(context.handler, user, person.id)
      if (person === undefined || state === undefined || !isRegistered(state))
        throw new HttpError(404, 'No user found with that credential')
      const { id, first_name, last_name, status, email_verified_at } = person
      const code = await codeOf(context, emailKey(email, context.emailSecret))
      const user_verifications = code === undefined ? [] : [shown(context, state, code)]
      return { data: { ...{ id, first_name, last_name, status, email_verified_at }, user_verifications } }
    },
  })
}

/** `either` is what a code is for until it is known whose it is. */
function shown(
  { now }: AppContext,
  state: RegisteredUser,
  { code_id: id, purpose: asked, ...row }: CodeRow,
): UserLookup['user_verifications'][number] {
  const known = state.codes.get(id)
  const purpose = asked === 'either' ? 'verification' : asked
  const [askedAt, triesLeft] = [Date.parse(row.asked_at), Math.max(0, MOST_TRIES - row.tries)]
  const until = askedAt + CODE_LIFE_MS[purpose]
  const isUsed = known === 'ended' || (purpose === 'verification' && state.emailVerified)
  const whether = known === undefined ? 'asked for' : 'sent'
  const open = triesLeft === 0 ? 'too many tries' : whether
  const notUsed = now() > until ? 'expired' : open
  return {
    ...{ purpose, state: isUsed ? 'used' : notUsed, tries_left: triesLeft },
    ...{ asked_at: new Date(askedAt).toISOString(), expires_at: new Date(until).toISOString() },
  }
}
