import type { FastifyReply, FastifyRequest } from 'fastify'

/** A hospital comes or goes once in a year. */
const KEPT_S = 300

/** The browser of whoever has no session keeps the answer for a while; who has one may have changed a hospital just now. */
export function keptByStrangers({ headers }: FastifyRequest, reply: FastifyReply): void {
  reply.header('vary', 'authorization')
  if (headers.authorization === undefined) reply.header('cache-control', `public, max-age=${KEPT_S}`)
}
