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
  /** The field with the id of the person whose key encrypts the personal fields that name nobody else. */
  readonly subject?: string
  /** The field with the id of a person who is erased by this event: whatever is personal about them is gone from here on. */
  readonly erases?: string
  /** One upcaster per past version, oldest first; the current version is their number + 1. */
  readonly upcasters?: readonly Upcaster[]
}

type Mark = { readonly erased: unknown; readonly of?: string }

const personalFields = z.registry<Mark>()
const eventFacts = z.registry<EventFacts>()

/** What a personal text reads as once its person's key is destroyed. */
export const ERASED = '[erased]'

/**
 * Marks a field as personal: the log keeps its value encrypted under a person's key, and it reads as `erased` once that
 * key is destroyed (a value of the field's own type). Whose: `of` names the field beside it that has the person's id;
 * left out, it is the event's subject. It stands at the top of an event, or in the objects of a list at its top, so that
 * one event may be about several people.
 */
export function personal<S extends z.ZodType>(schema: S, erased: z.output<S>, of?: string): S {
  const marked = schema.clone()
  personalFields.add(marked, { erased, ...(of === undefined ? {} : { of }) })
  return marked
}

/** A personal text; `of` as with `personal`. */
export function personalText<S extends z.ZodType<string | undefined>>(schema: S, of?: string): S {
  const marked = schema.clone()
  personalFields.add(marked, { erased: ERASED, ...(of === undefined ? {} : { of }) })
  return marked
}

/** Adds to an event's schema who it is about and how its past shapes are read. */
export function withFacts<S extends z.ZodObject>(schema: S, facts: EventFacts): S {
  const known = schema.clone() as S
  eventFacts.add(known, facts)
  return known
}

/** A personal field: where it stands, whose it is, and what it reads as without that person's key. */
export type PersonalField = {
  readonly name: string
  /** The list at the event's top whose objects have it; undefined where it stands at the top itself. */
  readonly list?: string
  /** The field with the person's id, beside it. */
  readonly of: string
  readonly erased: unknown
}

/** What the codec needs of one event type: its version, its upcasters, its personal fields and their owners. */
export function factsOf(schema: z.ZodObject): {
  version: number
  upcasters: readonly Upcaster[]
  erases: string | undefined
  personal: readonly PersonalField[]
} {
  const { subject, erases, upcasters = [] } = eventFacts.get(schema) ?? {}
  const own = personalIn(schema, subject)
  const listed = Object.entries(schema.shape).flatMap(([list, field]) => {
    const item = itemOf(field as z.ZodType)
    return item === undefined ? [] : personalIn(item, undefined).map((found) => ({ ...found, list }))
  })
  return { version: upcasters.length + 1, upcasters, erases, personal: [...own, ...listed] }
}

function personalIn({ shape }: z.ZodObject, subject: string | undefined): readonly PersonalField[] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const mark = personalFields.get(field as z.ZodType)
    if (mark === undefined) return []
    const of = mark.of ?? subject
    if (of === undefined) throw new Error(`The personal field ${name} must name its person, or its event a subject`)
    if (!Object.hasOwn(shape, of)) throw new Error(`The personal field ${name} is of ${of}, which is not beside it`)
    return [{ name, of, erased: mark.erased }]
  })
}

/** What a list is a list of, when these are objects; a list that is personal as a whole has no parts. */
function itemOf(field: z.ZodType): z.ZodObject | undefined {
  if (personalFields.has(field)) return undefined
  let inner: unknown = field
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap()
  if (!(inner instanceof z.ZodArray)) return undefined
  const item: unknown = inner.element
  return item instanceof z.ZodObject ? item : undefined
}
