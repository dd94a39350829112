import type { Decisions } from '#commands/log/decisions.ts'
import type { Position, StoredEvent } from '#commands/log/event-log.ts'
import type { LogCheck } from './log-check.ts'
import { createNamedList } from './named-list.ts'

/**
 * Says which events nobody folds, by decision, although they hold by themselves: copies of others, and what was put back behind
 * the decision; or nothing of the kind, where whoever holds both keys of a decision has made one.
 */
export function createLeftOutCheck(decisions: Decisions, hasFailed: (position: Position) => boolean): LogCheck {
  const places = createNamedList()
  return {
    event({ position }: StoredEvent) {
      if (decisions.leftOut(position) !== undefined && !hasFailed(position)) places.add(position)
    },
    notes: () => places.notes('Left out by decision, although they hold by themselves'),
  }
}
