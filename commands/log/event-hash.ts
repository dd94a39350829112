import { hash as hashed } from 'node:crypto'
import { INTEGRITY_STREAM, integrityEvents } from '#domain/integrity/events.ts'
import { jsonIn } from '#domain/kernel/json.ts'
import { type KnownEventKeys, type LiveEventKeys, macOf } from './event-mac.ts'
import type { Difference } from './verify/difference.ts'
import type { StoredEvent } from './event-log.ts'

/** What an event is held by: everything but its own place in the whole log and its time of recording, which seals hold. */
export type HashedEvent = Pick<StoredEvent, 'stream' | 'revision' | 'id' | 'type' | 'data'> & {
  /** The metadata, which ends with the hash of the event before and the id of the key; without hash and MAC. */
  readonly meta: string
}

/** SHA-256 over everything that an event is; the metadata names the hash before it and the key of its MAC. */
export function hashOfEvent({ stream, revision, id, type, data, meta }: HashedEvent): string {
  return hashed('sha256', `chf-event-1\n${stream}\n${revision}\n${id}\n${type}\n${data}\n${meta}`)
}

/** The metadata as it is stored: with the event's hash and MAC behind the rest. */
export const metaWith = (meta: string, hash: string, mac: string): string =>
  `${meta.slice(0, -1)},"hash":"${hash}","mac":"${mac}"}`

const BEFORE_HASH = ',"hash":"'
const BEFORE_MAC = '","mac":"'
const HEX = 64
const MAC_AT = -(HEX + '"}'.length)
const HASH_AT = MAC_AT - BEFORE_MAC.length - HEX
const ENDS_AT = HASH_AT - BEFORE_HASH.length
const END = /^,"hash":"[0-9a-f]{64}","mac":"[0-9a-f]{64}"\}$/
const LINK = /,"prev":"([0-9a-f]*)","key":"([0-9a-f]{16})"\}$/

/**
 * The hash that an event's stored metadata names as its own, from which the next event of its stream goes on. Of metadata
 * that name none it is a hash of them as they are: a stream into which somebody wrote such an event goes on, too.
 */
export const hashIn = (meta: string): string =>
  END.test(meta.slice(ENDS_AT)) ? meta.slice(HASH_AT, HASH_AT + HEX) : hashed('sha256', meta)

/** The metadata that the hash was taken over. */
const withoutHash = (meta: string): string => `${meta.slice(0, ENDS_AT)}}`

/** What is held against a stored event by itself. */
export type CheckedEvent = {
  /** Its own hash, and that of the event before it: 'none' where its metadata names none. */
  readonly hash: string
  readonly prev: string
  /** Whether the stored bytes still give that hash: anybody can make one. */
  readonly holds: boolean
  /**
   * Whether one of the portal's processes wrote it; `unknown key` where the key that it names is not at hand, `retired` where
   * it was retired before.
   */
  readonly mac: 'holds' | 'wrong' | 'unknown key' | 'retired'
  /** Which key it names. */
  readonly keyId: string
}

/** Why an event is none of the portal's own, for whoever reads of it. */
export function unsigned(mac: Exclude<CheckedEvent['mac'], 'holds'>, keyId: string): string {
  if (mac === 'retired') return `a MAC under key ${keyId}, which had been retired`
  return mac === 'wrong'
    ? `another's MAC under the name of key ${keyId}`
    : `key ${keyId}, which is not among the secrets`
}

/** What does not hold of an event by itself, in the words of verify; undefined when the portal wrote it as it stands. */
export function faultOf(
  { revision }: Pick<StoredEvent, 'revision'>,
  { hash, holds, mac, keyId }: CheckedEvent,
): Pick<Difference, 'check' | 'expected' | 'found'> | undefined {
  if (!holds)
    return { check: 'hash', expected: `what revision ${revision} was hashed to: ${hash}`, found: 'other content' }
  if (mac === 'holds') return undefined
  return { check: 'MAC', expected: 'an event that a process of the portal wrote', found: unsigned(mac, keyId) }
}

/** What of an event does not go on from the one before it in its stream, in the words of verify. */
export function breakIn(
  { revision, prev }: { readonly revision: number; readonly prev: string },
  before: { readonly revision: number; readonly hash: string },
): Pick<Difference, 'check' | 'expected' | 'found'> | undefined {
  if (revision !== before.revision + 1)
    return { check: 'revision', expected: `revision ${before.revision + 1}`, found: `revision ${revision}` }
  if (prev === before.hash) return undefined
  return { check: 'hash chain', expected: `going on from ${before.hash}`, found: `from ${prev}` }
}

/** Checks what a stored event says of itself, under the keys that are at hand. */
export function checkEvent(stored: StoredEvent, keys: Pick<KnownEventKeys, 'of'>): CheckedEvent {
  const isWhole = END.test(stored.meta.slice(ENDS_AT))
  const meta = withoutHash(stored.meta)
  const link = LINK.exec(meta)
  const hash = hashIn(stored.meta)
  if (!isWhole || link === null) return { hash, prev: 'none', holds: false, mac: 'wrong', keyId: 'none' }
  const [, prev = '', keyId = ''] = link
  const key = keys.of(keyId, stored.position)
  const holds = hashOfEvent({ ...stored, meta }) === hash
  if (key === undefined || key === 'retired') return { hash, prev, holds, keyId, mac: key ?? 'unknown key' }
  const isOurs = holds && macOf(key, hash) === stored.meta.slice(MAC_AT, MAC_AT + HEX)
  return { hash, prev, holds, keyId, mac: isOurs ? 'holds' : 'wrong' }
}

/** Takes note of the keys that operators retired, where one of these events says so and holds. Gives whether that is news. */
export function learnRetired(keys: KnownEventKeys, events: readonly StoredEvent[]): boolean {
  let isNews = false
  for (const event of events) {
    if (event.stream !== INTEGRITY_STREAM || event.type !== 'EventKeysRetired') continue
    const { mac, keyId } = checkEvent(event, keys)
    const { data } = integrityEvents.EventKeysRetired.safeParse(jsonIn(event.data))
    if (mac !== 'holds' || data === undefined) continue
    if (keys.retire(data.keyIds, { keyId, position: event.position })) isNews = true
  }
  return isNews
}

/**
 * Looks for keys that were taken into use since, when one of these events names one that is not at hand; and takes note of those
 * that were retired.
 */
export async function learnKeys(keys: LiveEventKeys, events: readonly StoredEvent[]): Promise<void> {
  const keyIdIn = (meta: string) => LINK.exec(withoutHash(meta))?.[2] ?? 'none'
  if (events.some(({ meta }) => keys.of(keyIdIn(meta)) === undefined)) await keys.refresh()
  // What was written under before may be what is retired: the newest is to be at hand.
  if (learnRetired(keys, events)) await keys.refresh()
}
