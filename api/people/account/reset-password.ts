import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyRequest } from 'fastify'
import { load } from '#commands/handle.ts'
import { newId } from '#commands/ids.ts'
import { ReadOnly } from '#commands/integrity/read-only.ts'
import { changePassword } from '#commands/people/user/change-password.ts'
import { isCommonPassword } from '#commands/people/user/common-passwords.ts'
import { emailKey } from '#commands/people/user/email-key.ts'
import { permissionsHeld } from '#commands/people/user/role-facts.ts'
import { emailClaim } from '#domain/people/email-claim/email-claim.ts'
import { isMixed, lengthOf, SHORTEST_PASSWORD, shortestFor } from '#domain/people/user/password.ts'
import { user } from '#domain/people/user/user.ts'
import type { AppContext } from '#api/context.ts'
import { shownAt } from '#api/done.ts'
import { HttpError, invalid, Refused } from '#api/http-error.ts'
import { callerLeft } from '#api/limits/caller-gone.ts'
import { NewPasswordBody, NOT_MIXED, PasswordChanged, TOO_SHORT } from '#api/people/contracts/account.ts'
import { bearerOf } from '#api/plugins/auth.ts'
import { hashOf } from '#api/people/session/sessions.ts'

/** Who may choose a password, and by what: their session, which goes on, or a recovery code. */
type Chooser = { readonly userId: string; readonly codeId?: string; readonly token?: string | undefined }

/**
 * PUT /api/reset_password (E007): of whoever is signed in, their own; else of whose recovery code was right in this browser
 * within ten minutes (spec, open-questions Q002). All other sessions of the person end.
 */
export const resetPassword: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'PUT',
    url: '/api/reset_password',
    config: { permission: 'public', scope: 'own', idempotency: 'none', lane: true },
    schema: {
      tags: ['Account'],
      summary: 'Choose a new password',
      body: NewPasswordBody,
      response: { 200: PasswordChanged },
    },
    preValidation: async () => {
      if (app.context.integrity.open().length > 0) throw new ReadOnly()
    },
    handler: async (request, reply) => {
      const { context } = app
      const { email, password } = request.body
      const { userId, codeId, token } = await chooserOf(context, request, email)
      await mustBeGood(context, { userId, password, isRecovery: codeId !== undefined })
      const at = new Date(context.now()).toISOString()
      const origin = { roles: [], permission: codeId === undefined ? 'signed-in' : 'public', correlationId: request.id }
      const changeId = newId(context.now())
      const command = { type: 'ChangePassword', id: changeId, by: userId, at, origin } as const
      const changed = await context.lanes.knownPasswords.run(userId, callerLeft(reply), () =>
        changePassword(context, { ...command, data: { userId, changeId, codeId } }, password, (client) =>
          client.query('delete from session where user_id = $1 and token_hash is distinct from $2', [
            userId,
            token === undefined ? null : hashOf(token),
          ]),
        ),
      )
      if (changed.outcome === 'refused') throw new Refused(changed.refusal)
      if (codeId !== undefined) reply.header('set-cookie', context.recoveryWindow.close())
      return {
        message:
          codeId === undefined ? 'Password Change successful' : 'Password reset successfull. Please login to continue',
        data: await shownAt(context, changed.position, ['user_account']),
      }
    },
  })
}

const CODE_FIRST = 'Please ask for a code first, and go on in the same browser within ten minutes'

/** Throws 403 unless it is their own e-mail, by their session or by the code that was right here. */
async function chooserOf(context: AppContext, request: FastifyRequest, email: string): Promise<Chooser> {
  const { emailSecret, handler, recoveryWindow } = context
  const token = bearerOf(request)
  const key = emailKey(email, emailSecret)
  const { holder } = await load(handler, emailClaim, key)
  const actor = token === undefined ? undefined : request.actor()
  // Whoever acts in another's place does not lock them out.
  if (actor !== undefined && actor.id === holder && actor.agent === undefined) return { userId: actor.id, token }
  const recovery = recoveryWindow.of(request)
  if (recovery?.emailKey !== key || holder === undefined)
    throw new HttpError(403, actor === undefined ? CODE_FIRST : 'You can change no password but your own')
  return { userId: holder, codeId: recovery.codeId }
}

/** Throws 422 with what is wrong with a password, in the words of the form that it comes from. */
async function mustBeGood(
  { handler }: AppContext,
  {
    userId,
    password,
    isRecovery,
  }: { readonly userId: string; readonly password: string; readonly isRecovery: boolean },
): Promise<void> {
  const length = lengthOf(password)
  if (isRecovery && (length < SHORTEST_PASSWORD || !isMixed(password))) throw invalid('password', NOT_MIXED)
  if (length < SHORTEST_PASSWORD) throw invalid('password', TOO_SHORT)
  const state = await load(handler, user, userId)
  const shortest = shortestFor(await permissionsHeld(handler, state))
  if (length < shortest) throw invalid('password', `Your roles ask for ${shortest} or more characters`)
  if (isCommonPassword(password)) throw invalid('password', 'This password is among those that are guessed first')
}
