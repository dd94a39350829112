import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isHealthUrl } from '#api/health/health-urls.ts'

/** More than the longest statement of a call takes, and less than two of them. */
const LONGEST_WAIT_MS = 15_000
/** When the database goes away, what is already known is still answered. */
const GRACE_MS = 250

/** Nobody is kept waiting any longer; what was begun goes on, and its effect may come. */
export class NotInTime extends Error {
  /** Whether it is the database that has not answered. */
  readonly isAway: boolean
  constructor(isAway: boolean) {
    super('A call was not answered in time')
    this.name = 'NotInTime'
    this.isAway = isAway
  }
}

/** Of one request: how much longer it may wait, what it no longer waits for, and whether its answer is on its way. */
type Patience = { leftMs: number; isAnswered: boolean; readonly abandoned: Promise<unknown>[] }

/** Whether a route's calls may be turned away and are let go: all of the API's but health. */
export const isBounded = (url = ''): boolean => url.startsWith('/api/') && !isHealthUrl(url)

/**
 * One limit for all that a call waits for, whatever that is: its session, its key, its handler, however many statements
 * those make one after the other. The body's own time is not counted, nor a turn in a lane. When the database is known to
 * be away, all who wait are let go at once: for them there is no use in waiting for each statement to be given up.
 */
export function boundWaiting(app: FastifyInstance): void {
  const { database } = app.context
  const patience = new WeakMap<FastifyRequest, Patience>()
  const letGoes = new Set<(isAway: boolean) => void>()
  const patienceOf = (request: FastifyRequest): Patience => {
    const known = patience.get(request)
    if (known !== undefined) return known
    const isInLane = request.routeOptions.config.lane === true
    const fresh = { leftMs: isInLane ? Number.POSITIVE_INFINITY : LONGEST_WAIT_MS, isAnswered: false, abandoned: [] }
    patience.set(request, fresh)
    return fresh
  }

  database.onAway(() => {
    const letAllGo = () => {
      if (database.awaySince() !== undefined) for (const letGo of [...letGoes]) letGo(true)
    }
    setTimeout(letAllGo, GRACE_MS).unref()
  })

  app.decorateRequest('inTime', async function <T>(this: FastifyRequest, begin: () => Promise<T>): Promise<T> {
    if (database.awaySince() !== undefined) throw new NotInTime(true)
    const own = patienceOf(this)
    const begun = performance.now()
    const work = begin()
    let timer: NodeJS.Timeout | undefined
    let letGo: (isAway: boolean) => void = () => undefined
    const over = new Promise<never>((_, reject) => {
      letGo = (isAway) => {
        if (own.isAnswered) return
        own.abandoned.push(work)
        reject(new NotInTime(isAway))
      }
      if (own.leftMs !== Number.POSITIVE_INFINITY) timer = setTimeout(letGo, own.leftMs, false)
    })
    letGoes.add(letGo)
    try {
      return await Promise.race([work, over])
    } finally {
      letGoes.delete(letGo)
      clearTimeout(timer)
      own.leftMs = Math.max(0, own.leftMs - (performance.now() - begun))
    }
  })
  app.decorateRequest('atRest', async function (this: FastifyRequest) {
    await Promise.allSettled(patience.get(this)?.abandoned ?? [])
  })

  app.addHook('onRoute', (route) => {
    if (!isBounded(route.url)) return
    const { handler } = route
    route.handler = async function (request, reply) {
      return request.inTime(async () => {
        const answer: unknown = handler.call(this, request, reply)
        // A handler that promises nothing (the documentation's) replies by itself, maybe later: the reply is waited for.
        return answer === undefined ? reply : answer
      })
    }
  })
  // Once an answer is on its way there is nothing to be let go: an export's handler ends with its last byte.
  const isAnswered = async (request: FastifyRequest, _: unknown, payload: unknown) => {
    patienceOf(request).isAnswered = true
    return payload
  }
  app.addHook('preSerialization', isAnswered)
  app.addHook('onSend', isAnswered)
}
