import type pg from 'pg'
import type { Secrets } from '#api/secrets.ts'
import { createDecisions } from '#commands/log/decisions.ts'
import { createIntegrity } from '#commands/integrity/integrity.ts'
import { closedWhileFound } from '#commands/integrity/read-only.ts'
import { tellUnread } from '#commands/integrity/tell-unread.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import type { PersonKeys } from '#commands/log/keys.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { allEvents } from '#domain/events.ts'
import { report } from './start/refusal.ts'

type Parts = {
  /** For what was found: as of `#projections/postgres.ts`. */
  readonly pool: pg.Pool
  readonly store: EventLog
  readonly keys: PersonKeys
  readonly secrets: Pick<Secrets, 'commandSecret' | 'eventKeys' | 'sealKeys'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** What every tool says that would write, while nothing is written. */
export const READ_ONLY =
  'The log does not hold somewhere, and nothing is written until an operator has decided: npm run open-again lists what was found; docs/mismatch.md tells what to do.'

/**
 * The log as a process of the portal writes to it, for a tool beside them: by what operators have decided, and not at all
 * while something was found that nobody has decided about. Throws StartRefused then, before anything is done.
 */
export async function writingLog({ pool, store, keys, secrets, now }: Parts): Promise<DomainLog> {
  const { eventKeys } = secrets
  const decisions = createDecisions(store, secrets)
  const integrity = createIntegrity({ pool, eventKeys, decisions, now, report })
  await integrity.look()
  if (integrity.open().length > 0) throw new StartRefused(READ_ONLY)
  const met = tellUnread(integrity, report)
  return createDomainLog(closedWhileFound(store, integrity), createCodec(allEvents, keys, secrets), keys, {
    decisions,
    met,
  })
}
