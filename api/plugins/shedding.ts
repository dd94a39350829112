import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NoRoom } from '#api/http-error.ts'
import { createCallers } from '#api/limits/callers.ts'
import { createLately } from '#api/limits/lately.ts'
import type { Caller } from '#api/limits/load.ts'
import { asksApi } from './asked-folder.ts'
import { overloaded, unavailable } from './errors.ts'

/** So many refusals a second are told at once; whoever comes later waits for theirs, and cannot ask again meanwhile. */
const TOLD_AT_ONCE = 50
const TOLD_AFTER_MS = 2_000

/**
 * Turns calls away at the door, with 503 and Retry-After, while the database is known not to answer or too many calls are
 * under way: a queue that nobody empties helps nobody; 429 when too many of them are one caller's. A call counts while we
 * work at it, from the look at who calls on, and not while its body is on its way: one that is sent byte by byte takes
 * nobody's place. Health and the web app's files are never turned away.
 */
export function shedLoad(app: FastifyInstance): void {
  const { context } = app
  const known = createCallers(context)
  const ended = new WeakSet<FastifyRequest>()
  const callers = new WeakMap<FastifyRequest, Caller>()
  const refused = createLately(() => performance.now())
  const isShed = (request: FastifyRequest) => asksApi(request) && request.routeOptions.url !== '/api/health'

  function enter(request: FastifyRequest, caller: Caller): void {
    callers.set(request, caller)
    if (ended.has(request)) return
    const outcome = context.load.enter(request, caller)
    if (outcome === 'no share' && caller.isOne) throw tooManyOfOne(caller)
    if (outcome !== 'in') throw overloaded(request)
  }
  const callerOf = (request: FastifyRequest) => callers.get(request) ?? known.of(request)

  app.addHook('onRequest', async (request, reply) => {
    if (!isShed(request)) return
    if (context.database.awaySince() !== undefined) throw unavailable(request)
    enter(request, known.of(request))
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
    if (isShed(request) && !isOnItsWay) enter(request, callerOf(request))
  })
  // Who asks again as soon as they are refused would have us refuse and do nothing else. They wait without a place.
  app.addHook('onError', async (request, _, error) => {
    if (!(error instanceof NoRoom)) return
    context.load.leave(request)
    refused.note()
    if (refused.within(1) > TOLD_AT_ONCE) await pause(TOLD_AFTER_MS)
  })
  app.decorateRequest('arrived', function (this: FastifyRequest) {
    enter(this, callerOf(this))
  })
  app.decorateRequest('countsFor', function (this: FastifyRequest, account: string) {
    const caller = known.isOf(this, account)
    if (isShed(this)) enter(this, caller)
  })
}

/** Nobody takes all the places there are. Nothing was begun. */
const tooManyOfOne = ({ most }: Caller) =>
  new NoRoom(429, `You have ${most} calls under way already. Please try again in a moment.`, 2)
