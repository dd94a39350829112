import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'

const WORDS: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The address or headers of this request are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive completely in time'],
}
const NO_HTTP = ['400 Bad Request', 'This request cannot be read'] as const

/** What never becomes a request (no HTTP, or too long) is answered in the shape of every other error, and hung up on. */
export function answerUnreadable({ code }: Pick<ConnectionError, 'code'>, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] = WORDS[code] ?? NO_HTTP
  const body = JSON.stringify({ message })
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
