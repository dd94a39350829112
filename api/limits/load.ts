import { createLately, type Lately } from './lately.ts'

/** More calls at once than this are not served sooner by being let in. */
const MOST_AT_ONCE = 300
/** Of one account, or of those who have not signed in at one address. */
export const MOST_OF_ONE_CALLER = 100

/** Which calls are under way, whose they are, and how many found no room. */
export type Load = {
  /** Whether it has a place, now or already, as this caller's. */
  enter(call: object, caller?: string): 'in' | 'no room' | 'no share'
  leave(call: object): void
  underWay(): number
  readonly turnedAway: Pick<Lately, 'within'>
}

export function createLoad(mostAtOnce = MOST_AT_ONCE): Load {
  const turnedAway = createLately(() => performance.now())
  const calls = new Map<object, string | undefined>()
  const hasRoom = (call: object) => calls.has(call) || calls.size < mostAtOnce
  function othersOf(caller: string, call: object): number {
    let count = 0
    for (const [one, whose] of calls) if (whose === caller && one !== call) count += 1
    return count
  }
  return {
    enter(call, caller) {
      if (!hasRoom(call)) {
        turnedAway.note()
        return 'no room'
      }
      // Whoever has used up their own share is not turned away for want of room.
      if (caller !== undefined && othersOf(caller, call) >= MOST_OF_ONE_CALLER) return 'no share'
      calls.set(call, caller)
      return 'in'
    },
    leave: (call) => void calls.delete(call),
    underWay: () => calls.size,
    turnedAway,
  }
}
