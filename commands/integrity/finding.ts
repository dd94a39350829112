import { hash } from 'node:crypto'
import type { Difference } from '#commands/log/difference.ts'

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

/** Names a difference by all that it says: what is found there once more, and is another, has another name. */
export const findingId = ({ position, through, stream, row, check, expected, found }: Difference): string =>
  hash(
    'sha256',
    JSON.stringify(['chf-finding-1', position, through, stream, check, expected, found, ...(row ? [row] : [])]),
  )

/** 'position 12' or 'positions 12 to 20'. */
export const placeOf = ({ position, through }: Pick<Difference, 'position' | 'through'>): string =>
  through === undefined || through === position ? `position ${position}` : `positions ${position} to ${through}`
