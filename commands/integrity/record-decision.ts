import { randomUUID } from 'node:crypto'
import type { DomainLog } from '#commands/log/domain-log.ts'
import { hashIn } from '#commands/log/event-hash.ts'
import { type EventLog, NO_STREAM, type Position } from '#commands/log/event-log.ts'
import { INTEGRITY_STREAM, type IntegrityEvent } from '#domain/integrity/events.ts'

type Parts = { readonly eventLog: Pick<EventLog, 'read'>; readonly log: Pick<DomainLog, 'append'> }

/**
 * Appends an operator's decision behind those that were `known` when it was made; gives its position. Throws RevisionConflict
 * when another came first.
 */
export async function recordDecision(
  { eventLog, log }: Parts,
  known: number,
  type: string,
  event: IntegrityEvent,
): Promise<Position> {
  const [last] = known === 0 ? [] : await eventLog.read(INTEGRITY_STREAM, known - 1, 1)
  const head = { revision: last?.revision ?? NO_STREAM, hash: last === undefined ? '' : hashIn(last.meta) }
  // By chance: whoever could tell it before could keep every decision out of the log by an event of that id elsewhere.
  const id = randomUUID()
  const origin = { roles: [], permission: '', correlationId: id }
  const command = { type, id, by: 'operator', at: event.data.at, data: event.data, origin }
  return (await log.append(INTEGRITY_STREAM, head, [event], command)).position
}
