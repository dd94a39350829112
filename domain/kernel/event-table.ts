import { z } from 'zod'
import type { AnyEvent } from './decider.ts'

/** A table of events: one zod object per type. The union, the codec and the stored samples all come from it. */
export type EventTable = Readonly<Record<string, z.ZodObject>>

/** The union of the events of a table. */
export type EventsOf<T extends EventTable> = {
  [K in keyof T & string]: { readonly type: K; readonly data: Readonly<z.output<T[K]>> }
}[keyof T & string]

/** Turns the data of an older version into the next version's. */
export type Upcaster = (data: Readonly<Record<string, unknown>>) => Record<string, unknown>

/** What the codec knows about an event type beside its fields. */
export type EventFacts = {
  /** The field with the id of the person whose key encrypts the personal fields. */
  readonly subject?: string
  /** One upcaster per past version, oldest first; the current version is their number + 1. */
  readonly upcasters?: readonly Upcaster[]
}

const personalFields = z.registry<{ personal: true }>()
const eventFacts = z.registry<EventFacts>()

/** Marks a text field as personal: the log keeps it encrypted under the key of the event's subject. */
export function personal<S extends z.ZodType<string | undefined>>(schema: S): S {
  const marked = schema.clone() as S
  personalFields.add(marked, { personal: true })
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
  personalNames: readonly string[]
} {
  const facts = eventFacts.get(schema)
  const upcasters = facts?.upcasters ?? []
  const personalNames = Object.entries(schema.shape)
    .filter(([, field]) => personalFields.has(field as z.ZodType))
    .map(([name]) => name)
  if (personalNames.length > 0 && facts?.subject === undefined) {
    throw new Error(`An event with personal fields (${personalNames.join(', ')}) must name its subject`)
  }
  return { version: upcasters.length + 1, upcasters, subject: facts?.subject, personalNames }
}

/** What a personal field reads as once its person's key is destroyed. */
export const ERASED = '[erased]'

export type { AnyEvent }
