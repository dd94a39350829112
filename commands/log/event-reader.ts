import { type EventTable, factsOf, type PersonalField } from '#domain/kernel/event-table.ts'
import type { EventMeta, Recorded } from './domain-log.ts'
import type { StoredEvent } from './event-log.ts'
import { WrongPersonKey } from './keys.ts'
import { decryptPersonal } from './personal-cipher.ts'
import { NewerEvent, UnreadableEvent, UnreadEvent } from './unread-event.ts'

/** Reads what is stored: needs nothing but the persons' keys, of those that are still there. */
export type EventReader = {
  /** Whose keys these events need, for `decode`. */
  subjectsOf(stored: readonly StoredEvent[]): readonly string[]
  /**
   * Reads one event: decrypts what it can (the rest reads as erased) and brings old shapes to the present one. Throws
   * `UnreadEvent`, and `WrongPersonKey`. Data that the portal wrote fit their schema, and are not held against it again.
   */
  decode(stored: StoredEvent, keys: ReadonlyMap<string, Buffer>): Recorded
}

/** A reader of the events of a table. */
export function createEventReader(table: EventTable): EventReader {
  const facts = new Map(Object.entries(table).map(([type, schema]) => [type, factsOf(schema)]))

  function subjectsOf(stored: readonly StoredEvent[]) {
    const subjects = new Set<string>()
    for (const event of stored) {
      const personal = facts.get(event.type)?.personal ?? []
      if (personal.length === 0) continue
      try {
        for (const { person } of personalValues(personal, dataOf(event))) subjects.add(person)
      } catch {
        continue // which decode says
      }
    }
    return [...subjects]
  }

  function decode(stored: StoredEvent, keyOf: ReadonlyMap<string, Buffer>): Recorded {
    const known = facts.get(stored.type)
    if (known === undefined) throw new NewerEvent(stored)
    const meta = metaOf(stored)
    if (meta.version > known.version) throw new NewerEvent(stored, meta.version)
    const { id, position, stream, revision, recordedAt, type } = stored
    try {
      let data = dataOf(stored)
      for (const { holder, name, person, place, erased } of personalValues(known.personal, data)) {
        const value = holder[name]
        if (typeof value !== 'string') continue
        const key = keyOf.get(person)
        const isGone = key === undefined || value === NEVER_WRITTEN
        try {
          holder[name] = isGone ? erased : decryptPersonal(key, `${stream}|${id}|${place}`, value)
        } catch (error) {
          const what = `${name} of ${type} at position ${position} (event ${revision} of ${stream})`
          throw new WrongPersonKey(what, person, error)
        }
      }
      for (const upcast of known.upcasters.slice(meta.version - 1)) data = upcast(data)
      return { id, position, stream, revision, recordedAt, event: { type, data }, meta }
    } catch (error) {
      if (error instanceof UnreadEvent || error instanceof WrongPersonKey) throw error
      throw new UnreadableEvent(stored, 'its data are not what an event of its type has', error)
    }
  }

  return { subjectsOf, decode }
}

const META_TEXTS = ['commandId', 'commandHash', 'actor', 'permission', 'correlationId', 'prev', 'key', 'hash', 'mac']

function metaOf(stored: StoredEvent): EventMeta {
  const meta = objectIn(stored, 'metadata', stored.meta)
  const lacking = META_TEXTS.filter((name) => typeof meta[name] !== 'string')
  if (!Array.isArray(meta['roles'])) lacking.push('roles')
  if (!Number.isSafeInteger(meta['version']) || Number(meta['version']) < 1) lacking.push('version')
  if (lacking.length > 0) throw new UnreadableEvent(stored, `its metadata lack ${lacking.join(', ')}`)
  return meta as EventMeta
}

const dataOf = (stored: StoredEvent): Record<string, unknown> => objectIn(stored, 'data', stored.data)

function objectIn(stored: StoredEvent, what: string, text: string): Record<string, unknown> {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new UnreadableEvent(stored, `its ${what} are no JSON`)
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new UnreadableEvent(stored, `its ${what} are no JSON object`)
  return parsed as Record<string, unknown>
}

/** Stands in the log for what was said about a person who had been erased before. */
export const NEVER_WRITTEN = 'erased'

type PersonalValue = {
  /** The object that has it: an event's data, or one of a list in it. */
  readonly holder: Record<string, unknown>
  readonly name: string
  readonly person: string
  /** Where in the event it is: authenticated with it, so that it cannot be moved within the event either. */
  readonly place: string
  readonly erased: unknown
}

/** Every personal value of an event's data, in order. The data is stored or checked: lists are lists of objects. */
export function personalValues(
  fields: readonly PersonalField[],
  data: Record<string, unknown>,
): readonly PersonalValue[] {
  return fields.flatMap(({ name, list, of, erased }) => {
    if (list === undefined) return [{ holder: data, name, person: String(data[of]), place: name, erased }]
    const items = (data[list] ?? []) as readonly Record<string, unknown>[]
    return items.map((holder, index) => {
      return { holder, name, person: String(holder[of]), place: `${list}.${index}.${name}`, erased }
    })
  })
}
