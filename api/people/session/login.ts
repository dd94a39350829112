import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AppContext } from '#api/context.ts'
import { LoginAnswer, LoginBody } from '#api/people/contracts/session.ts'
import { HttpError } from '#api/http-error.ts'
import { guardedSignIn } from './guarded-sign-in.ts'
import { getActor, openSession } from './sessions.ts'
import { sessionUser } from './views.ts'

/** POST /api/login (E001). The same answer, after the same work, whether the e-mail has an account or not. */
export const login: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/login',
    config: { permission: 'public', scope: 'none', idempotency: 'none', lane: true },
    schema: { tags: ['Session'], summary: 'Sign in', body: LoginBody, response: { 200: LoginAnswer } },
    handler: async (request, reply) => {
      const { context } = app
      const { password } = request.body
      const email = request.body.email.toLowerCase()
      const userId = await guardedSignIn(context, { request, reply, email }, () => userWith(context, email, password))
      const device = request.headers['user-agent']
      const { token, expiresAt } = await openSession(context, { userId, device, address: request.ip })
      const actor = await getActor(context, userId)
      return {
        data: { user: sessionUser(actor), access_token: token, token_type: 'Bearer' as const, expires_at: expiresAt },
      }
    },
  })
}

/** The id of who may sign in with this. Throws 401, or 403 for an account that is closed or not yet verified. */
async function userWith({ db, credentials }: AppContext, email: string, password: string): Promise<string> {
  const user = await db
    .selectFrom('user_account')
    .select(['id', 'status', 'email_verified_at'])
    .where('email', '=', email)
    .executeTakeFirst()
  const right = await credentials.check(user?.id, password)
  if (user === undefined || !right) throw new HttpError(401, 'The e-mail or the password is not right')
  if (user.status !== 'active') throw new HttpError(403, 'This account is closed')
  if (user.email_verified_at === null) throw new HttpError(403, 'Please verify your e-mail first')
  return user.id
}
