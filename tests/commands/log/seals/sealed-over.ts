import { createEndsTree, type SealedEnds } from '#commands/log/seals/ends-tree.ts'
import type { StoredEvent } from '#commands/log/event-log.ts'
import { digestOf, NOTHING_ROLLED, type Rolled, rollOn } from '#commands/log/seals/seal.ts'

/** What a seal says of a log with these events and no others. */
export function sealedOver(events: readonly StoredEvent[]): Rolled & SealedEnds {
  const tree = createEndsTree()
  let rolled = NOTHING_ROLLED
  for (const event of events) {
    const digest = digestOf(event)
    rolled = rollOn(rolled, event, digest)
    tree.roll(event, digest)
  }
  return { ...rolled, ...tree.sealed() }
}
