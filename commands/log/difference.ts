import type { Position } from './event-log.ts'

/** A place that does not hold. */
export type Difference = {
  /** The position in question; with `through`, one of these or several. */
  readonly position: Position
  readonly through?: Position
  /** The stream of the event there, where it is one event. */
  readonly stream?: string
  /** The row of a read model that is not what the log gives there; without a column, the row as a whole. */
  readonly row?: { readonly table: string; readonly key: string; readonly column?: string }
  /** What was checked. */
  readonly check: string
  readonly expected: string
  readonly found: string
}

/** What was found to differ, however much it is. */
export type Differences = {
  add(difference: Difference): void
  /** Whether something of the event at a position is among those that are kept, or were decided about. */
  isTold(position: Position): boolean
  /** Those of them that were decided about, in the order that they were found; they count as none. */
  decided(): readonly Difference[]
  /** The first so many that were found, in order of position; what is only known to within some, behind those. */
  list(): readonly Difference[]
  /** How many there are, those that are not kept included. */
  count(): number
}

const endOf = ({ position, through }: Difference) => through ?? position - 0.5

/** Kept: more tell nobody anything new. */
const MOST = 1_000

/** `isDecided`: what an operator has decided about is no difference any more. */
export function createDifferences(isDecided: (difference: Difference) => boolean = () => false): Differences {
  const kept: Difference[] = []
  const told = new Set<Position>()
  const decided: Difference[] = []
  let count = 0
  return {
    add(difference) {
      if (isDecided(difference)) {
        decided.push(difference)
        if (difference.through === undefined) told.add(difference.position)
        return
      }
      count += 1
      if (kept.length === MOST) return
      kept.push(difference)
      if (difference.through === undefined) told.add(difference.position)
    },
    isTold: (position) => told.has(position),
    decided: () => decided,
    list: () => kept.toSorted((one, other) => endOf(one) - endOf(other)),
    count: () => count,
  }
}
