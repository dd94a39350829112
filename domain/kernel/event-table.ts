import { z } from 'zod'

/** A table of events: one zod object per type. The union, the codec and the stored samples all come from it. */
export type EventTable = Readonly<Record<string, z.ZodObject>>

/** The union of the events of a table. */
export type EventsOf<T extends EventTable> = {
  [K in keyof T & string]: { readonly type: K; readonly data: Readonly<z.output<T[K]>> }
}[keyof T & string]

/**
 * Turns the data of an older version into the next version's. It gets personal fields in plain text, as they were
 * decrypted by the names of the present schema: those names, and the subject's, must stay what they were.
 */
export type Upcaster = (data: Readonly<Record<string, unknown>>) => Record<string, unknown>

/** What the codec knows about an event type beside its fields. */
export type EventFacts = {
  /** The field with the id of the person whose key encrypts the personal fields. */
  readonly subject?: string
  /** One upcaster per past version, oldest first; the current version is their number + 1. */
  readonly upcasters?: readonly Upcaster[]
}

const personalFields = z.registry<{ readonly erased: unknown }>()
const eventFacts = z.registry<EventFacts>()

/** What a personal text reads as once its person's key is destroyed. */
export const ERASED = '[erased]'

/**
 * Marks a top-level field as personal: the log keeps its value encrypted under the key of the event's subject, and it
 * reads as `erased` once that key is destroyed (a value of the field's own type).
 */
export function personal<S extends z.ZodType>(schema: S, erased: z.output<S>): S {
  const marked = schema.clone()
  personalFields.add(marked, { erased })
  return marked
}

/** A personal text. */
export function personalText<S extends z.ZodType<string | undefined>>(schema: S): S {
  const marked = schema.clone()
  personalFields.add(marked, { erased: ERASED })
  return marked
}

/** Adds to an event's schema who it is about and how its past shapes are read. */
export function withFacts<S extends z.ZodObject>(schema: S, facts: EventFacts): S {
  const known = schema.clone() as S
  eventFacts.add(known, facts)
  return known
}

/** What the codec needs of one event type: its version, its upcasters, its personal fields and their owner. */
export function factsOf(schema: z.ZodObject): {
  version: number
  upcasters: readonly Upcaster[]
  subject: string | undefined
  personal: readonly { readonly name: string; readonly erased: unknown }[]
} {
  const facts = eventFacts.get(schema)
  const upcasters = facts?.upcasters ?? []
  const personal = Object.entries(schema.shape).flatMap(([name, field]) => {
    const mark = personalFields.get(field as z.ZodType)
    return mark === undefined ? [] : [{ name, erased: mark.erased }]
  })
  if (personal.length > 0 && facts?.subject === undefined) {
    throw new Error(
      `An event with personal fields (${personal.map(({ name }) => name).join(', ')}) must name its subject`,
    )
  }
  return { version: upcasters.length + 1, upcasters, subject: facts?.subject, personal }
}
