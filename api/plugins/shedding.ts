import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NoRoom } from '#api/http-error.ts'
import { isHealthUrl } from '#api/health/health-urls.ts'
import { callerLeft, onceGone } from '#api/limits/caller-gone.ts'
import { createCallers } from '#api/limits/callers.ts'
import type { Caller } from '#api/limits/load.ts'
import { asksApi } from './asked-folder.ts'
import { overloaded, unavailable } from './errors.ts'

/** So many refusals a second each caller is told, one after the other; meanwhile they cannot ask again. */
const TOLD_A_SECOND = 50
const LONGEST_UNTOLD_MS = 10_000

/** A call from the door to its end: whose it is, and the turn that it has as theirs. */
type Visit = {
  caller: Caller
  readonly left: AbortSignal
  turn?: { readonly of: string; readonly end: () => void }
  isOver: boolean
}

/**
 * Turns calls away at the door, with 503 and Retry-After, while the database is known not to answer or too many calls are
 * under way: a queue that nobody empties helps nobody; 429 when too many of them are one caller's. Of those that are let
 * in a few of each caller are at work and the others wait (limits/lanes.ts). A call counts while we are at work for it: not
 * while its body is on its way, however slowly somebody sends it. Health waits for nothing, and files of the web app need
 * no database.
 */
export function shedLoad(app: FastifyInstance): void {
  const { context } = app
  const known = createCallers(context)
  const visits = new WeakMap<FastifyRequest, Visit>()
  const untold = new Map<string, number>()
  // The mailbox of a portal without a mail server asks the database, and stands outside of the API.
  const asksUs = (request: FastifyRequest) => asksApi(request) || request.routeOptions.url === '/dev/mailbox'
  const isShed = (request: FastifyRequest) => asksUs(request) && !isHealthUrl(request.routeOptions.url)

  /** Gives a call its place and its turn as this caller's. One that is over takes neither. */
  async function enter(request: FastifyRequest, caller = visits.get(request)?.caller): Promise<void> {
    const visit = visits.get(request)
    if (visit === undefined || caller === undefined || visit.isOver) return
    visit.caller = caller
    const outcome = context.load.enter(request, caller)
    if (outcome === 'no share') throw tooManyOfOne(caller)
    if (outcome === 'no room') throw overloaded(request)
    if (request.routeOptions.config.lane === true || visit.turn?.of === caller.name) return
    endTurn(visit)
    const end = await context.lanes.calls.take(caller.name, visit.left)
    visit.turn = { of: caller.name, end }
    // It may have ended while it waited.
    if (visit.isOver) endTurn(visit)
  }
  function leave(request: FastifyRequest): void {
    context.load.leave(request)
    const visit = visits.get(request)
    if (visit !== undefined) endTurn(visit)
  }
  function endTurn(visit: Visit): void {
    visit.turn?.end()
    delete visit.turn
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!isShed(request)) return
    if (context.database.awaySince() !== undefined) throw unavailable(request)
    const visit: Visit = { caller: known.of(request), left: callerLeft(reply), isOver: false }
    visits.set(request, visit)
    const end = () => {
      visit.isOver = true
      leave(request)
    }
    // A call that is injected only finishes.
    reply.raw.once('finish', end)
    onceGone(reply, end)
    await enter(request)
  })
  app.addHook('preParsing', async (request) => {
    if (request.method !== 'GET') leave(request)
  })
  app.addHook('preValidation', async (request) => {
    const isOnItsWay = request.routeOptions.config.idempotency === 'by content'
    if (!isOnItsWay) await enter(request)
  })
  // Who asks again as soon as they are refused would have us refuse and do nothing else. They wait without a place.
  app.addHook('onError', async (request, _, error) => {
    const visit = visits.get(request)
    if (visit === undefined || !(error instanceof NoRoom)) return
    leave(request)
    const { name } = visit.caller
    const before = untold.get(name) ?? 0
    untold.set(name, before + 1)
    await pause(Math.min((before * 1000) / TOLD_A_SECOND, LONGEST_UNTOLD_MS))
    const left = (untold.get(name) ?? 0) - 1
    if (left > 0) untold.set(name, left)
    else untold.delete(name)
  })
  // What is done holds no place, however slowly somebody takes the answer; files and exports have lanes of their own.
  app.addHook('onSend', async (request, _, payload) => {
    if (request.routeOptions.config.lane !== true) leave(request)
    return payload
  })
  app.decorateRequest('arrived', function (this: FastifyRequest) {
    return enter(this)
  })
  app.decorateRequest('aside', async function <T>(this: FastifyRequest, wait: () => Promise<T>) {
    leave(this)
    return wait()
  })
  app.decorateRequest('countsFor', function (this: FastifyRequest, account: string) {
    return enter(this, known.isOf(this, account))
  })
}

/** Nobody takes all the places there are. Nothing was begun. */
const tooManyOfOne = ({ most }: Caller) =>
  new NoRoom(429, `You already have ${most} requests in progress. Please try again in a moment.`, 2)
