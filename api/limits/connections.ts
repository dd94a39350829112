import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { HalfSent } from './half-sent.ts'

/** 2,000 people of hospitals who all work in the same minute, with five connections of each browser. */
const MOST_CONNECTIONS = 10_000
/** Log, read models, Postgres, the web app's files. */
const OTHER_FILES = 1_000
/** A connection, and the draft of what is uploaded over it. */
const FILES_A_CONNECTION = 2
const [SWEEP_EVERY_MS, TELL_EVERY_MS] = [1_000, 60_000]

/** So many connections that this process does not run out of descriptors; none where it may open too few files. */
export const mostConnections = (filesAllowed = openFilesAllowed()): number =>
  Math.max(0, Math.min(MOST_CONNECTIONS, Math.floor((filesAllowed - OTHER_FILES) / FILES_A_CONNECTION)))

/** How many files this process has to be allowed to open for so many connections. */
export const filesFor = (connections = MOST_CONNECTIONS): number => OTHER_FILES + FILES_A_CONNECTION * connections

type Bound = {
  readonly most: number
  readonly halfSent: Pick<HalfSent, 'closeOldest'>
  readonly tell: (message: string) => void
}

/**
 * Bounds the connections of a server: one too many is closed at once, and `tell` hears of it, once a minute. Before it
 * comes to that, those on which nobody asks anything are closed (a browser opens another one when it needs it), and the
 * oldest of those on which somebody has begun a call and does not send the rest.
 */
export function boundConnections(server: Server, { most, halfSent, tell }: Bound): void {
  let open = 0
  let [sweptAt, toldAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  server.maxConnections = most
  server.on('connection', (socket) => {
    open += 1
    socket.once('close', () => (open -= 1))
    if (open < 0.9 * most || performance.now() - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = performance.now()
    server.closeIdleConnections()
    halfSent.closeOldest(Math.ceil(0.1 * most))
  })
  server.on('drop', () => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    tell(`all ${most} connections are taken: more are closed as they come`)
  })
}

/** Node has raised its soft limit to the hard one. Only Linux tells it in a file; elsewhere it is large. */
export function openFilesAllowed(): number {
  try {
    const [, allowed] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return allowed === undefined ? Number.POSITIVE_INFINITY : Number(allowed)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
