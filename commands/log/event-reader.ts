import { type EventTable, factsOf, type PersonalField } from '#domain/kernel/event-table.ts'
import type { EventMeta, Recorded } from './domain-log.ts'
import type { StoredEvent } from './event-log.ts'
import { WrongPersonKey } from './keys.ts'
import { decryptPersonal } from './personal-cipher.ts'

/**
 * An event that only a newer version of the portal can read: reading it as if it were an old one would read it wrongly.
 * What needs it stops until this process runs that version.
 */
export class NewerEvent extends Error {
  constructor({ type, position }: StoredEvent, version?: number) {
    const what = version === undefined ? `Unknown event type ${type}` : `${type} in a version ${version} not known here`
    super(`${what} at position ${position}: it was written by a newer version of the portal`)
    this.name = 'NewerEvent'
  }
}

/** Reads what is stored: needs nothing but the persons' keys, of those that are still there. */
export type EventReader = {
  /** Whose keys these events need, for `decode`. */
  subjectsOf(stored: readonly StoredEvent[]): readonly string[]
  /** Reads one event: decrypts what it can (the rest reads as erased) and brings old shapes to the present one. */
  decode(stored: StoredEvent, keys: ReadonlyMap<string, Buffer>): Recorded
}

/** A reader of the events of a table. */
export function createEventReader(table: EventTable): EventReader {
  const facts = new Map(Object.entries(table).map(([type, schema]) => [type, factsOf(schema)]))

  function subjectsOf(stored: readonly StoredEvent[]) {
    const subjects = new Set<string>()
    for (const { type, data } of stored) {
      const personal = facts.get(type)?.personal ?? []
      if (personal.length === 0) continue
      for (const { person } of personalValues(personal, JSON.parse(data))) subjects.add(person)
    }
    return [...subjects]
  }

  function decode(stored: StoredEvent, keyOf: ReadonlyMap<string, Buffer>): Recorded {
    const { id, position, stream, revision, recordedAt, type } = stored
    const known = facts.get(type)
    if (known === undefined) throw new NewerEvent(stored)
    const meta: EventMeta = JSON.parse(stored.meta)
    if (meta.version > known.version) throw new NewerEvent(stored, meta.version)
    let data: Record<string, unknown> = JSON.parse(stored.data)
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
  }

  return { subjectsOf, decode }
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
