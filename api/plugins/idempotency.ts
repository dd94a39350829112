import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { deriveId, newId } from '#commands/ids.ts'
import { rarely } from '#commands/rarely.ts'
import { HttpError } from '#api/http-error.ts'
import { canonical } from '#api/idempotency/request-hash.ts'
import type { OwnRequest } from '#api/idempotency/request-keys.ts'
import type { Answer } from '#api/idempotency/sealed.ts'
import { soon } from '#api/soon.ts'

const KEY_LENGTH = 200
const BUSY_SECONDS = 1
/** What a handler may say for good; the rest (who is it, too many, not now) says nothing about the request. */
const FINAL = new Set([200, 201, 400, 404, 409, 422])

/** The same request was answered before: it is answered so again. */
export class AnsweredBefore extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super('This request was answered before')
    this.name = 'AnsweredBefore'
    this.answer = answer
  }
}

type Keyed = { readonly key: string; readonly told: readonly string[]; hash?: Buffer; own?: OwnRequest }

/**
 * Every write may carry an `Idempotency-Key` (architecture.md, Handling a command). Before its handler runs, the key is
 * kept with the caller and the hash of the whole request: method, route, parameters, query and body. The same request
 * again gets the same answer, one that was cut in the middle goes on from there, another request under the key gets 409.
 */
export function keepRequests(app: FastifyInstance): void {
  const { requestKeys, now } = app.context
  const keyed = new WeakMap<FastifyRequest, Keyed>()
  const fresh = new WeakMap<FastifyRequest, string>()
  const sayRarely = rarely(
    (message, err) => app.log.warn({ err }, message),
    () => performance.now(),
  )

  app.decorateRequest('commandId', function (this: FastifyRequest) {
    const known = keyed.get(this)
    if (known !== undefined) {
      if (known.hash === undefined) throw new Error(`${this.url} acts before it has said what it was sent`)
      return deriveId('http', this.actor().id, known.key, known.hash.toString('hex'))
    }
    const id = fresh.get(this) ?? newId(now())
    fresh.set(this, id)
    return id
  })
  app.decorateRequest('chooseOnce', async function (this: FastifyRequest, choice: () => Promise<readonly string[]>) {
    const own = keyed.get(this)?.own
    return own === undefined ? choice() : own.choose(choice)
  })
  app.decorateRequest('claimContent', async function (this: FastifyRequest, ...content: readonly string[]) {
    const known = keyed.get(this)
    if (known !== undefined) await claim(this, known, content)
  })

  // As it was sent: what validation makes of it could make two requests one.
  app.addHook('preValidation', async (request) => {
    const { method, params, query, routeOptions } = request
    // Nothing reads what is sent to an address that there is not.
    if (request.is404 || method === 'GET' || method === 'HEAD' || routeOptions.config.idempotency === 'none') return
    const key = keyOf(request)
    if (key === undefined || routeOptions.config.permission === 'public') return
    const body = request.isMultipart() ? '' : canonical(request.body ?? null)
    keyed.set(request, { key, told: [method, routeOptions.url ?? '', canonical(params), canonical(query), body] })
  })
  app.addHook('preHandler', async (request) => {
    const known = keyed.get(request)
    if (known === undefined || request.routeOptions.config.idempotency === 'by content') return
    await request.inTime(() => claim(request, known, []))
  })

  async function claim(request: FastifyRequest, known: Keyed, content: readonly string[]): Promise<void> {
    known.hash = requestKeys.hashOf(...known.told, ...content)
    const found = await requestKeys.claim({ caller: request.actor().id, key: known.key, request: known.hash })
    switch (found.kind) {
      case 'own':
        known.own = found.request
        return
      case 'answered':
        throw new AnsweredBefore(found.answer)
      case 'taken':
        throw new HttpError(409, 'This Idempotency-Key was used for another request. Nothing was done.')
      case 'busy':
        throw new HttpError(
          503,
          'This request is still being processed. Please try again in a moment.',
          undefined,
          BUSY_SECONDS,
        )
    }
  }

  /** Only when nothing that the request began is still at work: not even the taking of its key, which may come late. */
  const endAtRest = (request: FastifyRequest, known: Keyed) => void request.atRest().then(() => known.own?.end())

  app.addHook('onSend', async (request, reply, payload) => {
    const known = keyed.get(request)
    if (known === undefined) return payload
    const { own } = known
    if (own === undefined || !isFinal(reply) || typeof payload !== 'string') {
      // Here as well as after the answer: of a caller who has gone, nobody is told that the answer went out.
      endAtRest(request, known)
      return payload
    }
    // It is done, whether its answer can be kept or not; should it be asked again, its answer is made again.
    const keeping = own.answer({ status: reply.statusCode, body: payload }).catch((error: unknown) => {
      sayRarely('An answer could not be kept', error)
      return undefined
    })
    const kept = await soon(keeping)
    void keeping.then(own.end)
    if (kept === undefined) return payload
    reply.code(kept.status)
    return kept.body
  })
  app.addHook('onResponse', async (request) => {
    const known = keyed.get(request)
    if (known !== undefined) endAtRest(request, known)
  })
}

/** An answer that says when to try again leaves the request open. */
const isFinal = (reply: FastifyReply): boolean => FINAL.has(reply.statusCode) && !reply.hasHeader('retry-after')

/** The header; undefined when there is none. Node joins two of a name, which could be a third. */
function keyOf({ raw, headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  const isOne = raw.rawHeaders.filter((name, at) => at % 2 === 0 && /^idempotency-key$/i.test(name)).length <= 1
  if (!isOne || Array.isArray(key) || key === '' || (key !== undefined && key.length > KEY_LENGTH))
    throw new HttpError(400, `Idempotency-Key must be one value of 1 to ${KEY_LENGTH} characters`)
  return key
}
