import { connect, type Socket } from 'node:net'

/** A connection of which a test decides every byte. */
export type RawLine = {
  readonly socket: Socket
  /** All that has come. */
  said(): string
  /** Whether the server has ended it. */
  isEnded(): boolean
  send(text: string): void
}

export function openLine(port: number): RawLine {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let isEnded = false
  socket.on('data', (chunk) => (text += chunk.toString()))
  socket.on('error', () => undefined)
  socket.on('end', () => (isEnded = true)).on('close', () => (isEnded = true))
  return { socket, said: () => text, isEnded: () => isEnded, send: (more) => void socket.write(more) }
}

/** A call without a body on a line that is kept open. */
export const getOf = (path: string) => `GET ${path} HTTP/1.1\r\nHost: portal.example\r\n\r\n`

/** A call whose body is said to be longer than what is sent of it. */
export const halfSent = (path: string, token?: string) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: portal.example',
    'Content-Type: application/json',
    'Content-Length: 1000',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    '',
    '{',
  ].join('\r\n')
