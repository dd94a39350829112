import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { plainError } from '#domain/kernel/plain-error.ts'

/**
 * What the server's log says, at every level: no address as it was typed, no value of a query, no header, no body, no
 * text of a database (issue 7, Personal data). People search by name and e-mail, so an address is personal.
 */
export function safeLogger(logger: FastifyServerOptions['logger']): NonNullable<FastifyServerOptions['logger']> {
  if (logger === undefined || logger === false) return false
  return { ...(logger === true ? {} : logger), serializers: { req: plainRequest, res: plainReply, err: loggedError } }
}

/** The route's pattern and the names of its query that it knows: what a call was, not whom it was about. */
function plainRequest({ method, routeOptions, query }: FastifyRequest) {
  const known = routeOptions?.config?.queryNames
  const asked = Object.keys(Object(query)).filter((name) => known?.has(name) === true)
  return { method, route: routeOptions?.url ?? 'none', query: asked }
}

const plainReply = ({ statusCode }: { readonly statusCode: number }) => ({ statusCode })

function loggedError(error: unknown) {
  const { name: type, message = '', stack = [], ...facts } = plainError(error)
  return { ...facts, type, message, stack: stack.join('\n') }
}
