import type { FastifyRequest } from 'fastify'
import type { Command } from '../domain/kernel/decider.ts'
import type { Permission } from '../domain/kernel/permissions.ts'
import { deriveId, newId } from '../commands/ids.ts'
import { HttpError } from './http-error.ts'

const KEY_LENGTH = 200

/**
 * Makes the command of a request. Its id derives from the caller, the route and the `Idempotency-Key` header, so that a
 * repeated request is the same command; without the header it is new.
 */
export function commandFrom<T extends string, D>(request: FastifyRequest, type: T, data: D): Command<T, D> {
  const actor = request.actor()
  const { now } = request.server.context
  const key = request.headers['idempotency-key']
  if (Array.isArray(key) || (key !== undefined && key.length > KEY_LENGTH))
    throw new HttpError(400, `Idempotency-Key must be one value of at most ${KEY_LENGTH} characters`)
  const route = `${request.method} ${request.routeOptions.url ?? ''}`
  const id = key === undefined || key === '' ? newId(now()) : deriveId('http', actor.id, route, key)
  return {
    type,
    id,
    by: actor.id,
    at: new Date(now()).toISOString(),
    data,
    origin: {
      roles: actor.roles.map(({ role }) => role),
      permission: permissionUsed(request, actor.permissions),
      ...(actor.coe === null ? {} : { coeId: actor.coe.id }),
      correlationId: request.id,
    },
  }
}

/** Of the permissions that the route accepts, the first that the actor holds. */
function permissionUsed(request: FastifyRequest, held: ReadonlySet<Permission>): string {
  const { permission } = request.routeOptions.config
  if (permission === undefined || permission === 'public' || permission === 'signed-in') return permission ?? ''
  const accepted = typeof permission === 'string' ? [permission] : permission
  return accepted.find((candidate) => held.has(candidate)) ?? ''
}
