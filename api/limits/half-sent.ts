import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { answerUnreadable } from '#api/plugins/unreadable-call.ts'

/** 256 KB, the most that a call may have beside a document, take 5 s at 400 kbit/s. */
const WHOLE_WITHIN_MS = 20_000

/**
 * What of a document has to come in each stretch of time, or it comes no more. A line of 2 KB/s brings twenty times that,
 * and has the 43 minutes that 5 MB then take.
 */
export const SLOWEST = { bytes: 1_024, inMs: 10_000 }

/** Calls of which a part has come and the rest has not: each holds its connection, and asks for nothing. */
export type HalfSent = {
  /** This one may take its time as long as it comes: it is a document's, and its caller is known. */
  allow(call: IncomingMessage): void
  /** Hangs up on so many of the others, on those that began first. */
  closeOldest(count: number): void
}

/** Hangs up on whoever has not sent a call whole after twenty seconds, or sends no more of one that may take its time. */
export function boundBodies(server: Server, slowest = SLOWEST): HalfSent {
  const halfSent = new Map<IncomingMessage, () => void>()
  const isOver = (call: IncomingMessage) => halfSent.delete(call)

  server.prependListener('request', (call: IncomingMessage, answer: ServerResponse) => {
    if (!hasBody(call)) return
    const hangUp = () => {
      isOver(call)
      if (answer.headersSent) call.socket.destroy()
      else answerUnreadable({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, call.socket)
    }
    const timer = setTimeout(() => halfSent.get(call)?.(), WHOLE_WITHIN_MS)
    halfSent.set(call, hangUp)
    const whole = () => {
      clearTimeout(timer)
      isOver(call)
    }
    call.once('end', whole).once('close', whole)
  })
  return {
    allow(call) {
      const hangUp = halfSent.get(call)
      if (hangUp === undefined) return
      isOver(call)
      mustGoOn(call, hangUp, slowest)
    },
    closeOldest(count) {
      for (const hangUp of [...halfSent.values()].slice(0, count)) hangUp()
    },
  }
}

function mustGoOn(call: IncomingMessage, hangUp: () => void, { bytes, inMs }: typeof SLOWEST): void {
  let seen = call.socket.bytesRead
  const look = () => {
    const { bytesRead } = call.socket
    // Nobody can send more than we read.
    const isOurTurn = call.readableLength >= call.readableHighWaterMark
    if (call.complete || call.destroyed) return stop()
    if (bytesRead - seen < bytes && !isOurTurn) {
      stop()
      return hangUp()
    }
    seen = bytesRead
  }
  // What has come while this process was busy is read first.
  const timer = setInterval(() => setImmediate(look), inMs)
  const stop = () => clearInterval(timer)
  call.once('end', stop).once('close', stop)
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
