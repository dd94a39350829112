import { hash } from 'node:crypto'
import type { Position } from '#commands/log/event-log.ts'

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

/** The checks that say nothing but that an event does not hold by itself. */
export const BY_ITSELF: ReadonlySet<string> = new Set(['hash', 'MAC', 'type', 'row'])

/** The check of an event that an index of the log does not have. */
export const INDEX_CHECK = 'index of the log'

/** The check of a stretch of which no event holds by itself: what one says of a single event, it says of each. */
export const EACH_BY_ITSELF = 'each event'

/** Of events that do not hold by themselves so many are told one by one, and the others by stretches. */
export const MOST_SINGLE = 100

/** Whether a difference says of a single event that it does not hold by itself. */
export const isSingle = ({ check, through }: Difference): boolean => through === undefined && BY_ITSELF.has(check)

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

/** A stretch with one more event behind it, or one that begins. */
function stretchWith(before: Difference | undefined, { position, check, found }: Difference): Difference {
  const from = before?.position ?? position
  const wrong = hash('sha256', `${before?.found.slice(-64) ?? ''}${check} ${found}`)
  return {
    ...{ position: from, through: position, check: EACH_BY_ITSELF, expected: 'events that the portal wrote' },
    found: `${position - from + 1} that do not hold; what is wrong with each, hashed: ${wrong}`,
  }
}

/** `isDecided`: what an operator has decided about is no difference any more. */
export function createDifferences(isDecided: (difference: Difference) => boolean = () => false): Differences {
  const kept: Difference[] = []
  const told = new Set<Position>()
  const decided: Difference[] = []
  let count = 0
  let singles = 0
  /** The place of the last stretch among those that are kept. */
  let last = -1

  /** In place of a single one, where there are so many. */
  function addToStretch(difference: Difference): void {
    const before = kept[last]
    if (before?.through === difference.position - 1) kept[last] = stretchWith(before, difference)
    else {
      count += 1
      if (kept.length < MOST) last = kept.push(stretchWith(undefined, difference)) - 1
    }
    told.add(difference.position)
  }

  return {
    add(difference) {
      if (isDecided(difference)) {
        decided.push(difference)
        if (difference.through === undefined) told.add(difference.position)
        return
      }
      if (isSingle(difference) && !told.has(difference.position)) singles += 1
      if (isSingle(difference) && singles > MOST_SINGLE) return addToStretch(difference)
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
