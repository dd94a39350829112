import type { FastifyInstance } from 'fastify'
import { sendUnavailable } from './errors.ts'

/** More calls at once than this are not served sooner by being let in. */
const MOST_AT_ONCE = 300

/**
 * Turns calls away at the door, with 503 and Retry-After, while the database is known not to answer or too many calls are
 * under way: a queue that nobody empties helps nobody. Health and the web app's files are never turned away.
 */
export function shedLoad(app: FastifyInstance, mostAtOnce = MOST_AT_ONCE): void {
  let atOnce = 0
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/') || request.routeOptions.url === '/api/health') return
    if (app.context.database.awaySince() !== undefined) return sendUnavailable(reply)
  })
  // Once it is there as a whole: a call that is sent byte by byte takes nobody's place.
  app.addHook('preValidation', async (request, reply) => {
    if (!request.url.startsWith('/api/') || request.routeOptions.url === '/api/health') return
    if (atOnce >= mostAtOnce) return sendUnavailable(reply)
    atOnce += 1
    let isCounted = true
    const leave = () => {
      if (isCounted) atOnce -= 1
      isCounted = false
    }
    // 'close' comes for a caller that went away too; a call that is injected only finishes.
    reply.raw.once('close', leave).once('finish', leave)
  })
}
