import fc from 'fast-check'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { TallyEvent } from './tallies.ts'

export const counted = (id: string, amount: number, day = '2026-03-01', kind = 'plain'): TallyEvent => ({
  type: 'TallyCounted',
  data: { id, kind, amount, at: `${day}T10:00:00Z` },
})
export const named = (id: string, name: string, tags: string[] = []): TallyEvent => ({
  type: 'TallyNamed',
  data: { id, name, tags },
})
export const removed = (id: string): TallyEvent => ({ type: 'TallyRemoved', data: { id } })
export const ignored: TallyEvent = { type: 'TallyIgnored', data: { id: 'x' } }

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const text = fc.constantFrom('', 'plain', 'tab\t', 'new\nline', '\\N', '"quoted", {braced}', 'naïve ₦')

/** An event on one of few rows, so that rows are changed, removed and made again within a batch. */
export const anyTally: fc.Arbitrary<TallyEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(id, fc.integer({ min: -1000, max: 1000 }), fc.constantFrom('2026-03-01', '2026-03-02'), text)
      .map(([row, amount, day, kind]) => counted(row, amount, day, kind)),
  },
  { weight: 2, arbitrary: fc.tuple(id, text, fc.array(text)).map(([row, name, tags]) => named(row, name, tags)) },
  { weight: 1, arbitrary: id.map(removed) },
  { weight: 1, arbitrary: fc.constant(ignored) },
)

/** That many events, the same for the same seed. */
export const tallies = (count: number, seed: number): readonly TallyEvent[] =>
  fc.sample(anyTally, { numRuns: count, seed })

/** What a table holds as of a position, told the plain way: the whole history folded again, event by event. */
export function rowsAsOf<R extends object>(
  model: {
    readonly on: Readonly<
      Record<
        string,
        (event: Recorded) => readonly { key: readonly unknown[]; fold: (row: R | undefined) => R | undefined }[]
      >
    >
  },
  history: readonly Recorded[],
  position: number,
): readonly R[] {
  const rows = new Map<string, R>()
  for (const recorded of history) {
    if (recorded.position > position) break
    for (const { key, fold } of model.on[recorded.event.type]?.(recorded) ?? []) {
      const row = fold(rows.get(JSON.stringify(key)))
      if (row === undefined) rows.delete(JSON.stringify(key))
      else rows.set(JSON.stringify(key), row)
    }
  }
  return [...rows.values()]
}
