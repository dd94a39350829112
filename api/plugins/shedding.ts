import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NoRoom } from '#api/http-error.ts'
import { countedAddress } from '#api/limits/address.ts'
import { MOST_OF_ONE_CALLER } from '#api/limits/load.ts'
import { asksApi } from './asked-folder.ts'
import { overloaded, unavailable } from './errors.ts'

/**
 * Turns calls away at the door, with 503 and Retry-After, while the database is known not to answer or too many calls are
 * under way: a queue that nobody empties helps nobody; 429 when too many of them are one caller's. A call counts while we
 * work at it, from the look at who calls on, and not while its body is on its way: one that is sent byte by byte takes
 * nobody's place. Health and the web app's files are never turned away.
 */
export function shedLoad(app: FastifyInstance): void {
  const { context } = app
  const ended = new WeakSet<FastifyRequest>()
  const callers = new WeakMap<FastifyRequest, string>()
  const isShed = (request: FastifyRequest) => asksApi(request) && request.routeOptions.url !== '/api/health'

  function enter(request: FastifyRequest): void {
    if (ended.has(request)) return
    const outcome = context.load.enter(request, callers.get(request))
    if (outcome === 'no room') throw overloaded(request)
    if (outcome === 'no share') throw tooManyOfOne()
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!isShed(request)) return
    if (context.database.awaySince() !== undefined) throw unavailable(request)
    const address = countedAddress(context, request)
    if (address !== undefined) callers.set(request, `from ${address}`)
    enter(request)
    const leave = () => {
      context.load.leave(request)
      ended.add(request)
    }
    // 'close' comes for a caller that went away too; a call that is injected only finishes.
    reply.raw.once('close', leave).once('finish', leave)
  })
  app.addHook('preParsing', async (request) => {
    if (request.method !== 'GET') context.load.leave(request)
  })
  app.addHook('preValidation', async (request) => {
    const isOnItsWay = request.routeOptions.config.idempotency === 'by content'
    if (isShed(request) && !isOnItsWay) enter(request)
  })
  app.decorateRequest('arrived', function (this: FastifyRequest) {
    enter(this)
  })
  app.decorateRequest('countsFor', function (this: FastifyRequest, account: string) {
    callers.set(this, `of ${account}`)
    if (isShed(this)) enter(this)
  })
}

/** Nobody takes all the places there are. Nothing was begun. */
const tooManyOfOne = () =>
  new NoRoom(429, `You have ${MOST_OF_ONE_CALLER} calls under way already. Please try again in a moment.`, 2)
