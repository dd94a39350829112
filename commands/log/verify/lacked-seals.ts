import type { Seal } from '#domain/seal/events.ts'

/** A seal is on its way for seconds; one that the place has had this long (ms) to take, it does not have. */
const ON_ITS_WAY_MS = 5 * 60_000

/** What the second place says nothing of: it was away, or has lost what it took. `held`: all seals of the log, in order. */
export function lackedBy(
  place: { readonly name: string; readonly seals: readonly Seal[] },
  held: readonly Seal[],
): readonly string[] {
  const ends = place.seals.at(-1)?.number ?? 0
  const [next, last] = [held[ends], held.at(-1)]
  if (next === undefined || last === undefined) return []
  if (Date.parse(last.at) - Date.parse(next.at) < ON_ITS_WAY_MS) return []
  return [`Whether log and seals were cut together behind seal ${ends}: ${place.name} has none of the later ones`]
}
