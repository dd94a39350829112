import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Permission } from '#domain/kernel/permissions.ts'
import { HttpError, notFound } from '#api/http-error.ts'
import { type Actor, reachOf } from '#api/actor.ts'
import { asRecorded } from '#api/people/session/as-recorded.ts'
import { findActor } from '#api/people/session/sessions.ts'
import { isRefusedOnVisit, LOOKING } from './looking.ts'
import { writes } from './writes.ts'
import type { RoutePermission } from '#api/route-config.ts'

type Signed = { actor?: Actor; reachAsked: boolean }

/**
 * Permission and scope on every call, both on the server (domain.md, Roles). A route that declares neither stops the
 * boot; one that declares scope `reach` and never asks for it fails its first answer, in every test that calls it. Whoever
 * reads may what the tables say of them; whoever writes, what the log says.
 */
export function authorize(app: FastifyInstance): void {
  const signed = new WeakMap<FastifyRequest, Signed>()
  const routes: RouteOptions[] = []

  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => {
    const undeclared = routes.filter(({ config }) => config?.permission === undefined || config.scope === undefined)
    const names = undeclared.map(({ method, url }) => `${String(method)} ${url}`)
    if (names.length > 0) throw new Error(`Routes without a permission and a scope: ${names.join(', ')}`)
  })

  app.decorateRequest('isSignedIn', function (this: FastifyRequest) {
    return signed.get(this)?.actor !== undefined
  })
  app.decorateRequest('actor', function (this: FastifyRequest) {
    const actor = signed.get(this)?.actor
    if (actor === undefined) throw new HttpError(401, 'Sign in first')
    return actor
  })
  app.decorateRequest('reach', function (this: FastifyRequest) {
    const entry = signed.get(this)
    if (entry !== undefined) entry.reachAsked = true
    const reach = reachOf(this.actor())
    if (reach === undefined) throw notFound('Record')
    return reach
  })

  /** Lets a call in, or throws why not. */
  async function admit(request: FastifyRequest): Promise<void> {
    const { permission, scope } = request.routeOptions.config
    // Who asks for health, say, is nobody's business, and must not be waited for when the database is away.
    const isForAnyone = permission === 'public' && scope === 'none'
    const token = isForAnyone ? undefined : bearerOf(request)
    const found = token === undefined ? undefined : await request.inTime(() => findActor(app.context, token))
    // While nothing is written nobody needs it, and the log may be what does not hold.
    const isWrite = writes(request) && app.context.integrity.open().length === 0
    const actor = found && isWrite ? await request.inTime(() => asRecorded(app.context, found)) : found
    signed.set(request, { ...(actor === undefined ? {} : { actor }), reachAsked: false })
    if (actor !== undefined) await request.countsFor(actor.id)
    // Support looks at what somebody sees, and changes nothing in their place (docs/decisions/0004).
    if (actor?.agent !== undefined && isRefusedOnVisit(request)) throw new HttpError(403, LOOKING)
    if (permission === undefined || permission === 'public') return
    if (actor === undefined) throw new HttpError(401, 'Sign in first')
    if (!allows(permission, actor.permissions)) throw new HttpError(403, 'You are not allowed to do this')
    if (scope === 'all' && reachOf(actor)?.kind !== 'all') throw new HttpError(403, 'You are not allowed to do this')
  }
  app.addHook('onRequest', admit)
  app.decorateRequest('admitAgain', function (this: FastifyRequest) {
    return admit(this)
  })

  app.addHook('preSerialization', async (request, reply, payload) => {
    const { scope } = request.routeOptions.config
    if (scope === 'reach' && reply.statusCode < 300 && signed.get(request)?.reachAsked === false)
      throw new Error(`${request.routeOptions.url ?? ''} answered without asking what its caller reaches`)
    return payload
  })
}

function allows(permission: Exclude<RoutePermission, 'public'>, held: ReadonlySet<Permission>): boolean {
  if (permission === 'signed-in') return true
  return typeof permission === 'string' ? held.has(permission) : permission.some((one) => held.has(one))
}

/** The opaque token of the Authorization header. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
}
