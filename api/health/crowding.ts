import type { AppContext } from '#api/context.ts'
import type { LaneState } from '#api/limits/turns.ts'

/** Where callers wait for a turn, as this process has it now; of callers only how many. */
export type Crowded = {
  readonly name: string
  readonly at_work: number
  readonly waiting: number
  readonly is_full: boolean
  readonly turned_away: number
  /** Whether it is full, or has turned somebody away just now. */
  readonly isCrowded: boolean
}

const MINUTE_S = 60
const JUST_NOW_S = 10

export function lanesOf({ exports, lanes }: AppContext): readonly Crowded[] {
  const named: readonly (readonly [string, LaneState])[] = [
    ['exports', exports.state()],
    ['uploads', lanes.uploads.state()],
    ['pictures', lanes.pictures.state()],
    ['sign-in of known browsers', lanes.knownPasswords.state()],
    ['sign-in of unknown browsers', lanes.strangersPasswords.state()],
    ['questions about what can be done with many records', lanes.explanations.state()],
  ]
  return named.map(([name, { atWork, waiting, isFull, turnedAway }]) => ({
    ...{ name, at_work: atWork, waiting, is_full: isFull, turned_away: turnedAway.within(MINUTE_S) },
    isCrowded: isFull || turnedAway.within(JUST_NOW_S) > 0,
  }))
}

/** All calls, as if they were one lane without a queue. */
export function callsOf({ load }: AppContext) {
  return {
    ...{ under_way: load.underWay(), turned_away: load.turnedAway.within(MINUTE_S) },
    isCrowded: load.turnedAway.within(JUST_NOW_S) > 0,
  }
}
