import { createLately, type Lately } from './lately.ts'

/** More calls at once than this are not served sooner by being let in. */
const MOST_AT_ONCE = 300

/** Whose share a call takes, how many calls at once that is, and whether one person or address has it for themselves. */
export type Caller = { readonly name: string; readonly most: number; readonly isOne: boolean }

/** Which calls are under way, whose they are, and how many found no room. */
export type Load = {
  /**
   * Whether it has a place, now or already, as this caller's. A caller's share is looked at first: whoever has used up
   * their own takes nobody's place, and is not turned away for want of room. Those of a crowd whose share is taken are.
   */
  enter(call: object, caller: Caller): 'in' | 'no room' | 'no share'
  leave(call: object): void
  underWay(): number
  readonly turnedAway: Pick<Lately, 'within'>
}

export function createLoad(mostAtOnce = MOST_AT_ONCE): Load {
  const turnedAway = createLately(() => performance.now())
  const calls = new Map<object, string>()
  const shares = new Map<string, number>()
  function leave(call: object): void {
    const name = calls.get(call)
    if (name === undefined) return
    calls.delete(call)
    const left = (shares.get(name) ?? 0) - 1
    if (left > 0) shares.set(name, left)
    else shares.delete(name)
  }
  return {
    enter(call, { name, most, isOne }) {
      if (calls.get(call) === name) return 'in'
      const taken = shares.get(name) ?? 0
      const isShareTaken = taken >= most
      if (isShareTaken && isOne) return 'no share'
      if (isShareTaken || (!calls.has(call) && calls.size >= mostAtOnce)) {
        turnedAway.note()
        return 'no room'
      }
      leave(call)
      calls.set(call, name)
      shares.set(name, taken + 1)
      return 'in'
    },
    leave,
    underWay: () => calls.size,
    turnedAway,
  }
}
