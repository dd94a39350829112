import type { FastifyRequest } from 'fastify'

/**
 * Whether a call writes: signing in and out, and what only reads by POST, are told by what they declare, as an
 * `Idempotency-Key` is nothing to them.
 */
export const writes = ({ method, is404, routeOptions }: FastifyRequest): boolean =>
  method !== 'GET' && method !== 'HEAD' && !is404 && routeOptions.config.idempotency !== 'none'
