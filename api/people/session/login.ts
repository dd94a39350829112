import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AppContext } from '#api/context.ts'
import { LoginAnswer, LoginBody } from '#api/people/contracts/session.ts'
import { VERIFY_FIRST } from '#api/people/contracts/verify-first.ts'
import { HttpError } from '#api/http-error.ts'
import { factorAskedFor, passwordsOf } from '#api/people/second-factor/asked-for.ts'
import { guardedSignIn } from './guarded-sign-in.ts'
import { signedIn } from './signed-in.ts'

/** POST /api/login (E001); of whoever needs a second factor the first half. The same answer, after the same work, whether the e-mail has an account or not. */
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
      const emailKey = context.knownBrowsers.emailKey(email)
      const asked = await factorAskedFor(context, userId)
      if (asked === undefined) return { data: await signedIn(context, { request, reply, userId, emailKey }) }
      const passwords = await passwordsOf(context, userId)
      if (passwords === undefined) throw new HttpError(403, 'This account is closed')
      const { ticket, expiresAt } = context.signInSteps.issue({ userId, emailKey, passwords })
      return { data: { second_factor: asked, token: ticket, expires_at: expiresAt } }
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
  if (user === undefined || !right) throw new HttpError(401, 'The email or password is wrong')
  if (user.status !== 'active') throw new HttpError(403, 'This account is closed')
  if (user.email_verified_at === null) throw new HttpError(403, VERIFY_FIRST)
  return user.id
}
