import { createHash, createHmac } from 'node:crypto'
import type { Position } from './event-log.ts'

/** A key that only the portal's processes and whoever verifies for them have, never the database. */
export type EventKey = { readonly id: string; readonly key: Buffer }

/** What is at hand to hold events against. */
export type KnownEventKeys = {
  /** The key of an id for an event at a position, or for what is written now; undefined when it is none of these. */
  of(id: string, position?: Position): Buffer | 'retired' | undefined
  /**
   * Behind a position nothing holds any more under keys of these ids; only of those that are older than the one that the
   * decision is signed `by`. Gives whether that is news.
   */
  retire(ids: readonly string[], by: { readonly keyId: string; readonly position: Position }): boolean
}

/** The keys of the events' MACs: a new one is taken into use now and then, and the old ones are kept to check by. */
export type EventKeys = KnownEventKeys & {
  /** What new events are written under: the newest key of when the process started, and once that is retired the newest at hand. */
  readonly current: EventKey
  /** All of them, the oldest first, by their ids. */
  ids(): readonly string[]
}

/** Keys that another process may have added to since: whoever meets an unknown one looks again before it says so. */
export type LiveEventKeys = EventKeys & { refresh(): Promise<void> }

/** The keys from their secret bytes, the oldest first; there must be one. `read` looks for those that came since. */
export function eventKeysFrom(
  secrets: readonly Buffer[],
  read: () => Promise<readonly Buffer[]> = async () => secrets,
): LiveEventKeys {
  let keys = new Map(secrets.map((key) => [idOf(key), key]))
  const newest = () => [...keys].map(([id, key]) => ({ id, key })).at(-1)
  const started = newest()
  if (started === undefined) throw new Error('Events need a key for their MACs')
  /** By id: up to which position. */
  const retired = new Map<string, Position>()
  return {
    get current() {
      // Whoever knows that it is retired has the newer one, under which that is signed.
      return retired.has(started.id) ? (newest() ?? started) : started
    },
    ids: () => [...keys.keys()],
    of(id, position = Number.POSITIVE_INFINITY) {
      const key = keys.get(id)
      const upTo = retired.get(id)
      return key !== undefined && upTo !== undefined && position > upTo ? 'retired' : key
    },
    retire(ids, { keyId, position }) {
      const age = (id: string) => [...keys.keys()].indexOf(id)
      const news = ids.filter((id) => age(id) < age(keyId) && position < (retired.get(id) ?? Number.POSITIVE_INFINITY))
      for (const id of news) retired.set(id, position)
      return news.length > 0
    },
    refresh: async () => void (keys = new Map((await read()).map((key) => [idOf(key), key]))),
  }
}

/** For whoever has none of the keys: every event's is unknown. */
export const NO_EVENT_KEYS: KnownEventKeys = { of: () => undefined, retire: () => false }

/** HMAC-SHA-256 over an event's hash, which covers all that the event is, in hex. */
export const macOf = (key: Buffer, hash: string): string => macOver(key, 'chf-mac-1', hash)

/**
 * HMAC-SHA-256 over a text, in hex. `domain` says what for: the same text means something else elsewhere, and one MAC
 * never serves for two things.
 */
export const macOver = (key: Buffer, domain: string, text: string): string =>
  createHmac('sha256', key).update(`${domain}\n${text}`).digest('hex')

/** Names a key without telling it: the first 16 hex digits of a hash of 32 random bytes. */
const idOf = (key: Buffer): string =>
  createHash('sha256').update('chf-mac-key-1\n').update(key).digest('hex').slice(0, 16)
