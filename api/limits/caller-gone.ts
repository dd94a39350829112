import type { FastifyReply } from 'fastify'

/** What is to be done when a connection closes, by the connection. */
const atClose = new WeakMap<object, Set<() => void>>()

/**
 * Calls `then` once, when whoever waits for this answer has gone or has it. An answer that stands behind others on one
 * connection is not told by Node that the connection has closed: so it is asked of the connection itself. A call that is
 * injected has none.
 */
export function onceGone({ raw, request }: FastifyReply, then: () => void): void {
  const { socket } = request.raw
  const isReal = typeof socket?.once === 'function'
  if (raw.destroyed || (isReal && socket.destroyed)) return then()
  const waiting = isReal ? waitingAt(socket) : undefined
  const gone = () => {
    raw.off('close', gone)
    waiting?.delete(gone)
    then()
  }
  raw.once('close', gone)
  waiting?.add(gone)
}

/** One listener on a connection, however many calls come over it. */
function waitingAt(socket: FastifyReply['request']['raw']['socket']): Set<() => void> {
  const known = atClose.get(socket)
  if (known !== undefined) return known
  const waiting = new Set<() => void>()
  atClose.set(socket, waiting)
  socket.once('close', () => {
    for (const gone of [...waiting]) gone()
  })
  return waiting
}

/** Aborted when whoever waits for this answer has left. */
export function callerLeft(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  onceGone(reply, () => left.abort())
  return left.signal
}
