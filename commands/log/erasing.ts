import { allEvents } from '#domain/events.ts'
import type { AnyEvent } from '#domain/kernel/decider.ts'
import { factsOf } from '#domain/kernel/event-table.ts'

/** The events that erase a person, each with its field that has the person's id. */
const ERASING: ReadonlyMap<string, string> = new Map(
  Object.entries(allEvents).flatMap(([type, schema]) => {
    const { erases } = factsOf(schema)
    return erases === undefined ? [] : [[type, erases] as const]
  }),
)

/** The types of the events that erase a person. */
export const ERASING_TYPES: ReadonlySet<string> = new Set(ERASING.keys())

/** Whom an event erases, if anybody. */
export function erasedBy({ type, data }: AnyEvent): string | undefined {
  const field = ERASING.get(type)
  return field === undefined ? undefined : String(Object(data)[field])
}
