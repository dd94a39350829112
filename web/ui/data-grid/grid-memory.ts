/** Where someone was in a grid, so that Back returns to the same rows and selection. Forgotten with the page. */
export type Place = { readonly firstRow: number; readonly selected: readonly string[] }

const places = new Map<string, Place>()

/** Reads where one was in a grid (its name and filter). */
export const placeOf = (key: string): Place => places.get(key) ?? { firstRow: 0, selected: [] }

/** Remembers part of it. */
export function keepPlace(key: string, patch: Partial<Place>) {
  places.set(key, { ...placeOf(key), ...patch })
}
