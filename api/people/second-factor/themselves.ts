import type { FastifyRequest } from 'fastify'
import { HttpError } from '#api/http-error.ts'

/** Throws 403 of whoever acts in another's place: a second factor is one's own. */
export function themselves(request: FastifyRequest): string {
  const { id, agent } = request.actor()
  if (agent !== undefined) throw new HttpError(403, 'Only its owner can change a second factor')
  return id
}
