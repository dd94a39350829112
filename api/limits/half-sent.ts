import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { answerUnreadable } from '#api/plugins/unreadable-call.ts'

/** 256 KB, the most that a call may have beside a document, take 5 s at 400 kbit/s. */
const WHOLE_WITHIN_MS = 20_000

/** Calls of which a part has come and the rest has not: each holds its connection, and asks for nothing. */
export type HalfSent = {
  /** This one may take as long as a call may: it is a document's, and its caller is known. */
  allow(call: IncomingMessage): void
  /** Hangs up on so many of the others, on those that began first. */
  closeOldest(count: number): void
}

/** Hangs up on whoever has not sent a call whole after twenty seconds. */
export function boundBodies(server: Server): HalfSent {
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
    allow: (call) => void isOver(call),
    closeOldest(count) {
      for (const hangUp of [...halfSent.values()].slice(0, count)) hangUp()
    },
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
