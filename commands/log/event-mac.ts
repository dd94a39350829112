import { createHash, createHmac } from 'node:crypto'

/** A key that only the portal's processes and whoever verifies for them have, never the database. */
export type EventKey = { readonly id: string; readonly key: Buffer }

/** The keys of the events' MACs: a new one is taken into use now and then, and the old ones are kept to check by. */
export type EventKeys = {
  /** What new events are written under. */
  readonly current: EventKey
  /** The key of an id; undefined when it is none of these. */
  of(id: string): Buffer | undefined
}

/** The keys from their secret bytes, the oldest first; there must be one. */
export function eventKeysFrom(secrets: readonly Buffer[]): EventKeys {
  const keys = secrets.map((key) => ({ id: idOf(key), key }))
  const current = keys.at(-1)
  if (current === undefined) throw new Error('Events need a key for their MACs')
  const known = new Map(keys.map(({ id, key }) => [id, key]))
  return { current, of: (id) => known.get(id) }
}

/** Keys that another process may have added to since: whoever meets an unknown one looks again before it says so. */
export type LiveEventKeys = EventKeys & { refresh(): Promise<void> }

/** For whoever has none of the keys: every event's is unknown. */
export const NO_EVENT_KEYS: Pick<EventKeys, 'of'> = { of: () => undefined }

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
