import { ERASED } from '#domain/kernel/event-table.ts'

/** What a read model keeps of a personal text: nothing when it was left out, or its person's key is destroyed. */
export function unlessErased(text: string | null | undefined): string | null {
  return text === undefined || text === ERASED ? null : text
}
