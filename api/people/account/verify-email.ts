import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { handle, load } from '#commands/handle.ts'
import { newId } from '#commands/ids.ts'
import { ReadOnly } from '#commands/integrity/read-only.ts'
import { emailClaim } from '#domain/people/email-claim/email-claim.ts'
import { user } from '#domain/people/user/user.ts'
import { shownAt } from '#api/done.ts'
import { invalid, Refused } from '#api/http-error.ts'
import { CodeBody, CodeInEither, CodeQuery, EmailVerified } from '#api/people/contracts/account.ts'
import { endWait, mustBeCode } from './code-requests.ts'

/** POST /api/verify_email (E003): whoever has the code that was mailed has the mailbox, and may sign in from now on. */
export const verifyEmail: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/verify_email',
    config: { permission: 'public', scope: 'none', idempotency: 'none' },
    schema: {
      tags: ['Account'],
      summary: 'Verify an email with the code sent to it',
      querystring: CodeQuery,
      body: CodeInEither,
      response: { 200: EmailVerified },
    },
    // Before a try is counted for nothing.
    preValidation: async () => {
      if (app.context.integrity.open().length > 0) throw new ReadOnly()
    },
    handler: async (request) => {
      const { context } = app
      const given = CodeBody.safeParse({ email: '', hash: '', ...request.query, ...request.body })
      if (!given.success) {
        const [issue] = given.error.issues
        throw invalid(String(issue?.path[0] ?? 'hash'), issue?.message ?? '')
      }
      const { codeId, emailKey } = await mustBeCode(context, given.data, 'verification')
      const { holder: userId } = await load(context.handler, emailClaim, emailKey)
      if (userId === undefined) throw new Error('The code was not sent')
      const done = await handle(context.handler, user, userId, {
        type: 'VerifyEmail',
        id: newId(context.now()),
        by: userId,
        at: new Date(context.now()).toISOString(),
        data: { userId, codeId },
        origin: { roles: [], permission: 'public', correlationId: request.id },
      })
      if (done.outcome === 'refused') throw new Refused(done.refusal)
      await endWait(context, codeId)
      return {
        message: 'Your email is now verified. Redirecting to login in 3 seconds',
        data: await shownAt(context, done.position, ['user_account']),
      }
    },
  })
}
