import type { FastifyRequest } from 'fastify'
import type { Command } from '#domain/kernel/decider.ts'
import type { Permission } from '#domain/kernel/permissions.ts'

/** Makes the command of a request; the same request under the same `Idempotency-Key` is the same command. */
export function commandFrom<T extends string, D>(request: FastifyRequest, type: T, data: D): Command<T, D> {
  const actor = request.actor()
  const { now } = request.server.context
  return {
    type,
    id: request.commandId(),
    by: actor.agent ?? actor.id,
    at: new Date(now()).toISOString(),
    data,
    origin: {
      roles: actor.roles.map(({ role }) => role),
      permission: permissionUsed(request, actor.permissions),
      ...(actor.agent === undefined ? {} : { onBehalfOf: actor.id }),
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
