import { type Difference, EACH_BY_ITSELF, isSingle } from '#commands/log/verify/difference.ts'
import { type Decision, type Decisions, OUT_OF_CHAIN } from '#commands/log/decisions.ts'
import { findingId } from './finding.ts'

/**
 * By which decision something that is found was decided: to the letter, or as it says in other words what was decided already,
 * that an event is left out, or does not go on from the one before it and is taken. Of an event
 * that does not hold by itself only what leaves it out is a decision: whoever reads it stops at it otherwise.
 */
export function decisionAbout(decisions: Decisions, difference: Difference): Decision | undefined {
  const { position, through, check } = difference
  if (isSingle(difference)) return decisions.leftOut(position)
  if (check === EACH_BY_ITSELF) {
    for (let at = position + 1; at <= (through ?? position); at += 1)
      if (decisions.leftOut(at) === undefined) return undefined
    return decisions.leftOut(position)
  }
  const known = decisions.byFinding.get(findingId(difference))
  if (known !== undefined || through !== undefined) return known
  return OUT_OF_CHAIN.has(check) ? (decisions.leftOut(position) ?? decisions.taken(position)) : undefined
}
