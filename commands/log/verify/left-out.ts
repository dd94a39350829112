import type { Decisions } from '#commands/log/decisions.ts'
import type { Position, StoredEvent } from '#commands/log/event-log.ts'
import type { LogCheck } from './log-check.ts'

/** Named one by one; of more, how many. */
const NAMED = 20

/**
 * Says which events nobody folds, by decision, although they hold by themselves: copies of others, and what was put back behind
 * the decision; or nothing of the kind, where whoever holds both keys of a decision has made one.
 */
export function createLeftOutCheck(decisions: Decisions, hasFailed: (position: Position) => boolean): LogCheck {
  const places: Position[] = []
  let count = 0
  return {
    event({ position }: StoredEvent) {
      if (decisions.leftOut(position) === undefined || hasFailed(position)) return
      count += 1
      if (places.length < NAMED) places.push(position)
    },
    notes: () =>
      count === 0
        ? []
        : [
            `Left out by decision, although they hold by themselves: ${places.join(', ')}` +
              (count > NAMED ? ` and ${count - NAMED} more` : ''),
          ],
  }
}
