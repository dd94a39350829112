import { randomUUID } from 'node:crypto'
import { hashIn, hashOfEvent, metaWith } from '#commands/log/event-hash.ts'
import type { EventLog, Position } from '#commands/log/event-log.ts'
import { type EventKey, macOf } from '#commands/log/event-mac.ts'
import { TEST_EVENT_KEYS } from './test-secrets.ts'

/** Gives what is stored, for what should be. */
export type Wrong = (stored: { data: string; meta: string }) => { data: string; meta: string }

/** What somebody puts into the log past the portal: of which type, and what is wrong with it. */
export type Planted = {
  readonly type: string
  readonly data: object
  readonly wrong?: Wrong
}

/** Of somebody who has only the database. */
export const NO_KEY = Buffer.alloc(32, 'a guess')

/**
 * Appends an event as the app's own role could, at its right place, with the hash before it and its own; under the key
 * that is given, or a guess. What comes out of `wrong` is what is stored: data, and metadata without hash and MAC.
 */
export async function plant(
  log: Pick<EventLog, 'read' | 'append'>,
  stream: string,
  { type, data, wrong = (stored) => stored }: Planted,
  { key, id: keyId }: EventKey = { ...TEST_EVENT_KEYS.current, key: NO_KEY },
): Promise<{ readonly id: string; readonly position: Position }> {
  const past = await log.read(stream)
  const last = past.at(-1)
  const [id, revision, prev] = [randomUUID(), past.length, last === undefined ? '' : hashIn(last.meta)]
  const said = { commandId: id, commandHash: '', actor: 'somebody', roles: [], permission: '', correlationId: id }
  const meta = JSON.stringify({ ...said, version: 1, prev, key: keyId })
  const stored = wrong({ data: JSON.stringify(data), meta })
  const hash = hashOfEvent({ stream, revision, id, type, ...stored })
  const event = { id, type, data: stored.data, meta: metaWith(stored.meta, hash, macOf(key, hash)) }
  const { position } = await log.append(stream, revision - 1, [event])
  return { id, position }
}

const renamed = (meta: string) => meta.replace('"commandId"', '"command"')

/** Every way in which an event cannot be read, for an event of a known type. */
export const WRONGS = {
  'data that are no JSON': ({ meta }) => ({ data: '{', meta }),
  'data that are no object': ({ meta }) => ({ data: '7', meta }),
  'data that do not fit their schema': ({ meta }) => ({ data: '{"amount":"much"}', meta }),
  'metadata that are no JSON': ({ data, meta }) => ({ data, meta: `{${meta}` }),
  'metadata that lack a field': ({ data, meta }) => ({ data, meta: renamed(meta) }),
  'nothing wrong but who wrote it': (stored) => stored,
} as const satisfies Readonly<Record<string, Wrong>>
