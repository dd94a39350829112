import { setTimeout as delay } from 'node:timers/promises'
import { type ErrorType, EventStoreDBClient, isCommandError } from '@eventstore/db-client'
import { LogUnavailable } from '#commands/log/event-log.ts'

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
  shouldReconnect(error: unknown): readonly [boolean, unknown?]
  supports(): Promise<boolean>
  readonly capabilities: Promise<{ readonly serverVersion: string }>
}

/**
 * What the client waits for by itself, unless the address says otherwise. A node that hangs is given up, and the leader
 * looked for anew, within seconds: its own defaults (10 s for a ping, 5 s for each node asked, ten rounds of it) keep
 * callers waiting long after another one leads. Trying again is `insist`'s, which knows how long a caller may wait.
 */
const QUICK: Readonly<Record<string, string>> = {
  maxDiscoverAttempts: '1',
  discoveryInterval: '50',
  gossipTimeout: '2',
  keepAliveTimeout: '2000',
}

/** `url` is the client's own: `esdb://user:password@host:2113,host:2113?tls=true&nodePreference=leader`. */
export function openEventStoreClient(url: string): EventStoreClient {
  const client = connectionTo(withDefaults(url))
  // Names of version 6.2.1, which package.json pins.
  const inner = client as unknown as Internals
  const { getChannel, handleError, shouldReconnect } = inner
  let channel: Promise<Channel> | undefined
  inner.getChannel = () => (channel = getChannel())
  // Nobody awaits it inside the client: without this a failed discovery ends the process.
  inner.handleError = (...call) => handleError(...call).catch(() => undefined)
  // A node that does not answer in time may never: the next call goes by a new channel, to whoever leads by then.
  inner.shouldReconnect = (error) => (isSilence(error) ? [true] : shouldReconnect(error))
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

/** What the server says of its version; asking needs no rights. */
export async function versionOf(client: EventStoreDBClient): Promise<string> {
  return (await (client as unknown as Internals).capabilities).serverVersion
}

/** The hosts of an address, for messages: never with the password. */
export function hostsOf(url: string): string {
  return /^[a-z+]+:\/\/(?:[^@/]*@)?([^/?]*)/i.exec(url)?.[1] ?? 'its address'
}

function withDefaults(url: string): string {
  const given = url.toLowerCase()
  const missing = Object.entries(QUICK).filter(([name]) => !given.includes(`${name.toLowerCase()}=`))
  const added = missing.map(([name, value]) => `${name}=${value}`).join('&')
  if (added === '') return url
  if (url.includes('?')) return `${url}${/[?&]$/.test(url) ? '' : '&'}${added}`
  return `${url}?${added}`
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

const DEADLINE_EXCEEDED = 4
// CANCELLED, DEADLINE_EXCEEDED, ABORTED, INTERNAL (a stream of HTTP/2 was reset) and UNAVAILABLE.
const PASSING_STATUS: ReadonlySet<unknown> = new Set([1, 4, 10, 13, 14])
// Written to a line that has just gone; a channel that another call found dead; no node of the cluster to be found.
const PASSING_CODE = /^(ERR_STREAM_|ERR_HTTP2_|ECONN)/
const PASSING_MESSAGE = /channel has been shut down|closed channel|failed to discover/i

/** Whether the server refused with this type of error; its names are texts, as its own table is an enum. */
export const isOfType = (error: unknown, type: `${ErrorType}`): boolean =>
  error instanceof Error && isCommandError(error) && error.type === type

/** Whether a call ended because nothing came in time. */
const isSilence = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof Error && 'code' in error && error.code === DEADLINE_EXCEEDED)

/** Whether the failure is of the line or of a node, and may be gone with the next try. */
export function isPassing(error: unknown): boolean {
  if (error instanceof NoAnswer || isOfType(error, 'not-leader')) return true
  if (!(error instanceof Error)) return false
  const code: unknown = 'code' in error ? error.code : undefined
  if (PASSING_STATUS.has(code) || (typeof code === 'string' && PASSING_CODE.test(code))) return true
  return PASSING_MESSAGE.test(error.message)
}

/** Between two tries, in milliseconds: so much later than a leader's first moment may its first answer be. */
const LONGEST_PAUSE = 250

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
      await delay(Math.min(LONGEST_PAUSE, 20 * 2 ** attempt))
    }
  }
}
