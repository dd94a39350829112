import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { LoginAnswer, LoginBody } from '../contracts/session.ts'
import { HttpError } from '../http-error.ts'
import { getActor, openSession } from './sessions.ts'
import { allowTry, forgiveTry } from './throttle.ts'
import { sessionUser } from './views.ts'

/** POST /api/login (E001). The same answer, after the same work, whether the e-mail has an account or not. */
export const login: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/login',
    config: { permission: 'public', scope: 'none', idempotency: 'none' },
    schema: { tags: ['Session'], summary: 'Sign in', body: LoginBody, response: { 200: LoginAnswer } },
    handler: async (request) => {
      const { context } = app
      const { password } = request.body
      const email = request.body.email.toLowerCase()
      const counted = [`login:${email}`, `login-from:${request.ip}`]
      if (!(await allowTry(context, ...counted)))
        throw new HttpError(429, 'Too many tries. Please wait fifteen minutes and try again.')
      const user = await context.db
        .selectFrom('user_account')
        .select(['id', 'status', 'email_verified_at'])
        .where('email', '=', email)
        .executeTakeFirst()
      const right = await context.credentials.check(user?.id, password)
      if (user === undefined || !right) throw new HttpError(401, 'The e-mail or the password is not right')
      if (user.status !== 'active') throw new HttpError(403, 'This account is closed')
      if (user.email_verified_at === null) throw new HttpError(403, 'Please verify your e-mail first')
      await forgiveTry(context, ...counted)
      const { token, expiresAt } = await openSession(context, user.id)
      const actor = await getActor(context, user.id)
      return {
        data: { user: sessionUser(actor), access_token: token, token_type: 'Bearer' as const, expires_at: expiresAt },
      }
    },
  })
}
