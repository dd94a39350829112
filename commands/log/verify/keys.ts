import { allEvents } from '#domain/events.ts'
import { factsOf } from '#domain/kernel/event-table.ts'
import { erasedBetween } from './erased-between.ts'
import { erasedBy } from '#commands/log/erasing.ts'
import type { EventLog, Position, StoredEvent } from '#commands/log/event-log.ts'
import { createEventReader, NEVER_WRITTEN, personalValues } from '#commands/log/event-reader.ts'
import { type PersonKeys, WrongPersonKey } from '#commands/log/keys.ts'
import type { LogCheck, MakeCheck } from './log-check.ts'
import { decryptPersonal } from '#commands/log/personal-cipher.ts'

type KeysToVerify = { readonly keys: Pick<PersonKeys, 'load'>; readonly log: EventLog }

type Place = { readonly position: Position; readonly stream: string }

/**
 * Opens every personal value of the log with its person's key, and tells nobody what it says: a key that was swapped or
 * replaced opens none, and one is missing where no event erases its person. Each person is told once, at the first of
 * their events. Keeps the erased.
 */
export const checkPersonKeys =
  ({ keys, log }: KeysToVerify): MakeCheck =>
  (differs) => {
    const personal = new Map(Object.entries(allEvents).map(([type, schema]) => [type, factsOf(schema).personal]))
    const reader = createEventReader(allEvents)
    const erased = new Set<string>()
    const missing = new Map<string, Place>()
    const wrong = new Set<string>()
    let known = new Map<string, Buffer>()
    let values = 0

    function differ(person: string, { position, stream }: Place, found: string): void {
      wrong.add(person)
      missing.delete(person)
      differs({ position, stream, check: 'person key', expected: `the key of person ${person}`, found })
    }

    /** One by one where a row of some person's key is not what was written, to know whose. */
    async function load(events: readonly StoredEvent[]): Promise<Map<string, Buffer>> {
      const people = reader.subjectsOf(events)
      try {
        return new Map(await keys.load(people))
      } catch (error) {
        if (!(error instanceof WrongPersonKey)) throw error
      }
      const found = new Map<string, Buffer>()
      for (const person of people)
        try {
          for (const [one, key] of await keys.load([person])) found.set(one, key)
        } catch (error) {
          if (!(error instanceof WrongPersonKey)) throw error
          const first = events.find((event) => reader.subjectsOf([event]).includes(person))
          if (first !== undefined && !wrong.has(person))
            differ(person, first, 'a row of person_key that was not written for them')
        }
      return found
    }

    function open(stored: StoredEvent): void {
      const fields = personal.get(stored.type) ?? []
      if (fields.length === 0) return
      const { stream, id } = stored
      for (const { holder, name, person, place } of personalValues(fields, JSON.parse(stored.data))) {
        const value = holder[name]
        if (typeof value !== 'string' || value === NEVER_WRITTEN || wrong.has(person)) continue
        const key = known.get(person)
        if (key === undefined) {
          if (!missing.has(person)) missing.set(person, stored)
          continue
        }
        values += 1
        try {
          decryptPersonal(key, `${stream}|${id}|${place}`, value)
        } catch {
          differ(person, stored, `another key, which does not open ${name} of ${stored.type}`)
        }
      }
    }

    return {
      async page(events) {
        known = await load(events)
      },
      event(stored, read) {
        if (read === undefined) return
        const person = erasedBy(read.event)
        if (person !== undefined) erased.add(person)
        open(stored)
      },
      async end(head) {
        const isLost = (person: string) => !erased.has(person) && !wrong.has(person)
        // Somebody may have been erased while the log was read.
        if ([...missing.keys()].some(isLost))
          for (const person of await erasedBetween(log, head, await log.head())) erased.add(person)
        for (const [person, place] of missing)
          if (isLost(person)) differ(person, place, 'none, and no event erases them: restore it from a backup')
      },
      notes: () => [`${values} personal values were opened with the keys of their persons`],
    } satisfies LogCheck
  }
