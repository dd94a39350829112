import { type EventTable, factsOf } from './event-table.ts'

/** What a personal value reads as for those who may not see it. */
export const MASKED = '[masked]'

/** An event's data with its personal values masked; that they were erased, or left out, is not hidden. */
export function masked(table: EventTable, type: string, data: unknown): Record<string, unknown> {
  const schema = Object.entries(table).find(([name]) => name === type)?.[1]
  const shown = { ...Object(data) } as Record<string, unknown>
  for (const { name, list, erased } of schema === undefined ? [] : factsOf(schema).personal) {
    const mask = (holder: Readonly<Record<string, unknown>>) =>
      holder[name] === undefined || holder[name] === erased ? holder : { ...holder, [name]: MASKED }
    if (list === undefined) Object.assign(shown, mask(shown))
    else if (Array.isArray(shown[list])) shown[list] = shown[list].map(mask)
  }
  return shown
}
