import { setTimeout as delay } from 'node:timers/promises'
import { type ErrorType, EventStoreDBClient, isCommandError } from '@eventstore/db-client'
import { LogUnavailable } from './event-log.ts'

/** A connection to EventStoreDB; opens its channel with the first call. */
type EventStoreClient = {
  readonly client: EventStoreDBClient
  /** Ends what is still under way and lets go of the channel. */
  close(): Promise<void>
}

type Channel = { close(): void }
type Internals = {
  getChannel(): Promise<Channel>
  handleError(...call: readonly unknown[]): Promise<void>
  supports(): Promise<boolean>
}

/** `url` is the client's own: `esdb://user:password@host:2113,host:2113?tls=true&nodePreference=leader`. */
export function openEventStoreClient(url: string): EventStoreClient {
  const client = connectionTo(url)
  // Names of version 6.2.1, which package.json pins.
  const inner = client as unknown as Internals
  const { getChannel, handleError } = inner
  let channel: Promise<Channel> | undefined
  inner.getChannel = () => (channel = getChannel())
  // Nobody awaits it inside the client: without this a failed discovery ends the process.
  inner.handleError = (...call) => handleError(...call).catch(() => undefined)
  // A call per append, each with its deadline. The batch stream, used otherwise, shares one without any, and when it
  // is cut forgets the appends of other streams, whose answers then throw where nobody can catch.
  inner.supports = async () => false
  return {
    client,
    async close() {
      await client.dispose()
      const open = await channel?.catch(() => undefined)
      open?.close()
    },
  }
}

function connectionTo(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url)
  } catch (error) {
    // Its own message repeats the address, and with it the password.
    if (error instanceof Error && error.message.includes('://')) throw new Error('This is no address of EventStoreDB')
    throw error
  }
}

/** The server did not answer, or not yet with what it acknowledged: asking again may help. */
export class NoAnswer extends Error {
  constructor(what: string) {
    super(`EventStoreDB gave no answer: ${what}`)
    this.name = 'NoAnswer'
  }
}

// CANCELLED, DEADLINE_EXCEEDED, ABORTED, INTERNAL (a stream of HTTP/2 was reset) and UNAVAILABLE.
const PASSING_STATUS: ReadonlySet<unknown> = new Set([1, 4, 10, 13, 14])
// Written to a line that has just gone; a channel that another call found dead; no node of the cluster to be found.
const PASSING_CODE = /^(ERR_STREAM_|ERR_HTTP2_|ECONN)/
const PASSING_MESSAGE = /channel has been shut down|closed channel|failed to discover/i

/** Whether the server refused with this type of error; its names are texts, as its own table is an enum. */
export const isOfType = (error: unknown, type: `${ErrorType}`): boolean =>
  error instanceof Error && isCommandError(error) && error.type === type

/** Whether the failure is of the line or of a node, and may be gone with the next try. */
export function isPassing(error: unknown): boolean {
  if (error instanceof NoAnswer || isOfType(error, 'not-leader')) return true
  if (!(error instanceof Error)) return false
  const code: unknown = 'code' in error ? error.code : undefined
  if (PASSING_STATUS.has(code) || (typeof code === 'string' && PASSING_CODE.test(code))) return true
  return PASSING_MESSAGE.test(error.message)
}

/**
 * Calls again while the failure is a passing one; when the time (milliseconds) is up it throws `LogUnavailable`. The
 * call must be safe to repeat.
 */
export async function insist<T>(retryFor: number, call: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + retryFor
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      if (!isPassing(error)) throw error
      if (performance.now() > deadline) throw new LogUnavailable(error)
      await delay(Math.min(1000, 20 * 2 ** attempt))
    }
  }
}
