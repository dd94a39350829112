/** What was counted in a drill, and what must not have happened. */
export type Tally = {
  add(what: string): void
  count(what: string): number
  /** All counts whose name begins so, without that beginning. */
  under(prefix: string): ReadonlyMap<string, number>
  /** Something that no fault excuses: the drill ends red. */
  defect(what: string): void
  readonly defects: readonly string[]
}

const MOST_DEFECTS = 200

export function createTally(onDefect: (what: string) => void): Tally {
  const counts = new Map<string, number>()
  const defects: string[] = []
  return {
    add: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    count: (what) => counts.get(what) ?? 0,
    under: (prefix) =>
      new Map(
        [...counts]
          .filter(([what]) => what.startsWith(prefix))
          .map(([what, count]) => [what.slice(prefix.length), count] as const)
          .sort(([, one], [, other]) => other - one),
      ),
    defect(what) {
      if (defects.length >= MOST_DEFECTS) return
      defects.push(what)
      onDefect(what)
    },
    defects,
  }
}
