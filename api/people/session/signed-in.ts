import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#api/context.ts'
import type { SignedIn } from '#api/people/contracts/session.ts'
import { getActor, openSession } from './sessions.ts'
import { sessionUser } from './views.ts'

/** Signs somebody in who has shown all that it takes: their session, and from now on this browser is known for their e-mail. */
export async function signedIn(
  context: AppContext,
  {
    request,
    reply,
    userId,
    emailKey,
  }: { request: FastifyRequest; reply: FastifyReply; userId: string; emailKey: string },
): Promise<SignedIn> {
  const device = request.headers['user-agent']
  const { token, expiresAt } = await openSession(context, { userId, device, address: request.ip })
  const actor = await getActor(context, userId)
  reply.header('set-cookie', context.knownBrowsers.cookieAfter(request, emailKey))
  return { user: sessionUser(actor), access_token: token, token_type: 'Bearer', expires_at: expiresAt }
}
