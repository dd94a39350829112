import type { FastifyRequest } from 'fastify'

/** What support is told that would change something while it sees the portal as somebody else does. */
export const LOOKING = 'You are viewing this account as support (read only)'

/** All that a visit of support may call beside GET: reads by POST, and the end of the visit. Written by hand: a route declares nothing here. */
const OPEN_TO_VISITS: ReadonlySet<string> = new Set([
  'POST /api/logout',
  'POST /api/search',
  'POST /api/users/find',
  'POST /api/why_not',
])

/** An export keeps a record of who made it: on a visit that would be somebody who made none. */
const EXPORT = /\/csv$/

/** Whether support may not call it in somebody else's place (docs/decisions/0004). */
export function isRefusedOnVisit({ method, is404, routeOptions: { url = '' } }: FastifyRequest): boolean {
  if (is404) return false
  if (method === 'GET' || method === 'HEAD') return EXPORT.test(url)
  return !OPEN_TO_VISITS.has(`${method} ${url}`)
}
