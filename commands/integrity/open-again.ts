import type pg from 'pg'
import { deriveId } from '#commands/ids.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import { hashIn } from '#commands/log/event-hash.ts'
import { type EventLog, NO_STREAM, type Position } from '#commands/log/event-log.ts'
import type { EventKeys } from '#commands/log/event-mac.ts'
import { INTEGRITY_STREAM, type OpenedAgain } from '#domain/integrity/events.ts'
import { decidedIn, decisionsIn } from './decisions.ts'
import type { Finding } from './finding.ts'
import { dropFindings, readFindings } from './finding-store.ts'
import { namedFindings, type Place } from './places.ts'

/** What an operator decides: who, why, and the places of what was found, all of them. */
export type Opening = { readonly by: string; readonly reason: string; readonly places: readonly Place[] }

type Opened =
  | { readonly outcome: 'opened'; readonly position: Position; readonly findings: readonly Finding[] }
  /** Nothing was recorded: nothing is there at some of the places, or something is left that they do not name. */
  | { readonly outcome: 'refused'; readonly empty: readonly Place[]; readonly left: readonly Finding[] }

type Portal = {
  readonly pool: pg.Pool
  readonly eventLog: Pick<EventLog, 'read'>
  readonly log: Pick<DomainLog, 'append'>
  readonly eventKeys: Pick<EventKeys, 'of'>
}

/**
 * Records that an operator has looked at all that was found, and that the portal writes again: an event like any other,
 * under the portal's own key. Processes that run see it within a second or two. `at` is ISO, UTC.
 */
export async function openAgain(
  { pool, eventLog, log, eventKeys }: Portal,
  opening: Opening,
  at: string,
): Promise<Opened> {
  const { by, reason, places } = opening
  const stored = await eventLog.read(INTEGRITY_STREAM)
  const decided = decidedIn(decisionsIn(stored, eventKeys))
  const open = (await readFindings(pool)).filter(({ id }) => !decided.has(id))
  const { findings, empty, left } = namedFindings(open, places)
  if (empty.length > 0 || left.length > 0 || findings.length === 0) return { outcome: 'refused', empty, left }
  const data: OpenedAgain = {
    findings: findings.map(({ id, position, through, check }) => ({
      ...{ id, position, check },
      ...(through === undefined ? {} : { through }),
    })),
    ...{ by, reason, at },
  }
  const id = deriveId('open again', findings.map((one) => one.id).join(' '))
  const last = stored.at(-1)
  const head = { revision: last?.revision ?? NO_STREAM, hash: last === undefined ? '' : hashIn(last.meta) }
  const origin = { roles: [], permission: '', correlationId: id }
  const command = { type: 'OpenPortalAgain', id, by: 'operator', at, data, origin }
  const { position } = await log.append(INTEGRITY_STREAM, head, [{ type: 'PortalOpenedAgain', data }], command)
  await dropFindings(pool, findings)
  return { outcome: 'opened', position, findings }
}
