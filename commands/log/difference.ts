import type { Position } from './event-log.ts'

/** The first place that does not hold. */
export type Difference = {
  /** The first position in question; with `through`, the first that does not hold is one of these. */
  readonly position: Position
  readonly through?: Position
  /** What was checked. */
  readonly check: string
  readonly expected: string
  readonly found: string
}
