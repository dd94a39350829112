import { hash } from 'node:crypto'
import type { Difference } from '#commands/log/verify/difference.ts'
import { LONGEST_CHECK } from '#domain/integrity/events.ts'
import { shown } from '#domain/kernel/text.ts'

/** Which part found something: whoever reads events on the way to something else, a start's look, or the nightly one. */
export type Finder = 'reader' | 'sealer' | 'start' | 'nightly'

/** A place that does not hold, as it was found first. */
export type Finding = Difference & {
  /** The same whenever and by whomever the same is found: a hash of all that the difference says. */
  readonly id: string
  readonly foundBy: Finder
  /** ISO, UTC. */
  readonly foundAt: string
}

/** What expected and found say may quote a whole row. */
export const LONGEST_TEXT = 1_000

/** What was found, by whom and when (ISO, UTC), as it is kept and can be decided about. */
export function findingOf(difference: Difference, foundBy: Finder, foundAt: string): Finding {
  const told = storable(difference)
  return { ...told, id: idOf(told), foundBy, foundAt }
}

/**
 * Names a difference by all that it says: what is found there once more, and is another, has another name. A row beside the
 * log is in no place of it: where the log had come to when it was found says nothing.
 */
export const findingId = (difference: Difference): string => idOf(storable(difference))

function idOf({ position, through, stream, row, check, expected, found }: Difference): string {
  const place = row === undefined ? [position, through] : []
  return hash(
    'sha256',
    JSON.stringify(['chf-finding-1', ...place, stream, check, expected, found, ...(row ? [row] : [])]),
  )
}

/** 'position 12' or 'positions 12 to 20'. */
export const placeOf = ({ position, through }: Pick<Difference, 'position' | 'through'>): string =>
  through === undefined || through === position ? `position ${position}` : `positions ${position} to ${through}`

/**
 * What was found may be anything, as somebody wrote it past the portal: made into what a table and a decision can hold, and
 * what is that already is left as it is.
 */
function storable({ position, through, stream, row, check, expected, found }: Difference): Difference {
  const [from, to] = [placeIn(position), through === undefined ? undefined : placeIn(through)]
  return {
    position: Math.min(from, to ?? from),
    ...(to === undefined ? {} : { through: Math.max(from, to) }),
    ...(stream === undefined ? {} : { stream: readable(stream) }),
    ...(row === undefined
      ? {}
      : {
          row: {
            ...{ table: readable(row.table), key: readable(row.key) },
            ...(row.column === undefined ? {} : { column: readable(row.column) }),
          },
        }),
    ...{ check: bounded(check, shown(check), LONGEST_CHECK), expected: readable(expected), found: readable(found) },
  }
}

const placeIn = (position: number): number =>
  Math.min(Math.max(Math.trunc(position) || 0, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)

/** Neither NUL nor half a pair, which Postgres does not keep. */
const readable = (text: string): string => bounded(text, text.replaceAll('\0', '\uFFFD').toWellFormed(), LONGEST_TEXT)

/** A text that had to be made another says of which: two that differ never become one. */
function bounded(text: string, made: string, longest: number): string {
  if (made === text && text.length <= longest) return text
  const whole = ` (SHA-256 ${hash('sha256', JSON.stringify(text))})`
  return `${made.slice(0, longest - whole.length).toWellFormed()}${whole}`
}
