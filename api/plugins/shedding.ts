import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asksApi } from './asked-folder.ts'
import { overloaded, unavailable } from './errors.ts'

/**
 * Turns calls away at the door, with 503 and Retry-After, while the database is known not to answer or too many calls are
 * under way: a queue that nobody empties helps nobody. A call counts while we work at it, from the look at who calls on,
 * and not while its body is on its way: one that is sent byte by byte takes nobody's place. Health and the web app's
 * files are never turned away.
 */
export function shedLoad(app: FastifyInstance): void {
  const { database, load } = app.context
  const ended = new WeakSet<FastifyRequest>()
  const isShed = (request: FastifyRequest) => asksApi(request) && request.routeOptions.url !== '/api/health'

  function enter(request: FastifyRequest): void {
    if (!ended.has(request) && !load.enter(request)) throw overloaded(request)
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!isShed(request)) return
    if (database.awaySince() !== undefined) throw unavailable(request)
    enter(request)
    const leave = () => {
      load.leave(request)
      ended.add(request)
    }
    // 'close' comes for a caller that went away too; a call that is injected only finishes.
    reply.raw.once('close', leave).once('finish', leave)
  })
  app.addHook('preParsing', async (request) => {
    if (request.method !== 'GET') load.leave(request)
  })
  app.addHook('preValidation', async (request) => {
    const isOnItsWay = request.routeOptions.config.idempotency === 'by content'
    if (isShed(request) && !isOnItsWay) enter(request)
  })
  app.decorateRequest('arrived', function (this: FastifyRequest) {
    enter(this)
  })
}
