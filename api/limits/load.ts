import { createLately, type Lately } from './lately.ts'

/** More calls at once than this are not served sooner by being let in. */
const MOST_AT_ONCE = 300

/** Which calls are under way, and how many found no room. */
export type Load = {
  /** Whether it has a place, now or already. */
  enter(call: object): boolean
  leave(call: object): void
  underWay(): number
  readonly turnedAway: Pick<Lately, 'within'>
}

export function createLoad(mostAtOnce = MOST_AT_ONCE): Load {
  const turnedAway = createLately(() => performance.now())
  const calls = new Set<object>()
  return {
    enter(call) {
      const hasRoom = calls.has(call) || calls.size < mostAtOnce
      if (hasRoom) calls.add(call)
      else turnedAway.note()
      return hasRoom
    },
    leave: (call) => void calls.delete(call),
    underWay: () => calls.size,
    turnedAway,
  }
}
