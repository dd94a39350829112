import { createDecisions } from '#commands/log/decisions.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import type { EventLog, Position } from '#commands/log/event-log.ts'
import type { LiveEventKeys } from '#commands/log/event-mac.ts'
import type { LiveSealKeys } from '#commands/log/seals/seal.ts'
import type { KeysRetired } from '#domain/integrity/events.ts'
import { recordDecision } from './record-decision.ts'

type Portal = {
  readonly eventLog: Pick<EventLog, 'read'>
  readonly log: Pick<DomainLog, 'append'>
  readonly eventKeys: LiveEventKeys
  /** Of the seals, by which decisions are known. */
  readonly sealKeys: LiveSealKeys
}

/** What was retired, and from behind which position on nothing holds under it. */
export type Retired = { readonly keyIds: readonly string[]; readonly position: Position }

/**
 * Records that an operator retires every key of events but the newest: what is signed under one of them behind this event nobody
 * of the portal wrote, whoever has the key still. Processes that run learn of it before they append anything more. Undefined where
 * there is nothing to retire. `now` is in milliseconds since 1970.
 */
export async function retireKeys(
  { eventLog, log, eventKeys, sealKeys }: Portal,
  { by, reason }: Pick<KeysRetired, 'by' | 'reason'>,
  now: () => number,
): Promise<Retired | undefined> {
  const { known } = await createDecisions(eventLog, { eventKeys, sealKeys }).learn()
  const keyIds = eventKeys.ids().filter((id) => id !== eventKeys.current.id && eventKeys.of(id) !== 'retired')
  if (keyIds.length === 0) return undefined
  const data = { keyIds, by, reason, at: new Date(now()).toISOString() }
  const position = await recordDecision({ eventLog, log }, known, 'RetireEventKeys', { type: 'EventKeysRetired', data })
  return { keyIds, position }
}
