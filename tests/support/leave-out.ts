import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import type { EventPlace } from '#commands/log/unread-event.ts'
import { signDecision } from '#commands/log/signed-decision.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { allEvents } from '#domain/events.ts'
import { INTEGRITY_STREAM } from '#domain/integrity/events.ts'
import { AT } from './command.ts'
import { TEST_DECISION_KEYS, testSecrets } from './test-secrets.ts'

/** An operator decides, as the first thing ever, to leave out an event of a log whose secrets are those of tests. */
export async function leaveOut(store: EventLog, { position, type }: Pick<EventPlace, 'position' | 'type'>) {
  const keys = createMemoryKeys()
  const log = createDomainLog(store, createCodec(allEvents, keys, testSecrets()), keys)
  const data = signDecision(TEST_DECISION_KEYS.sealKeys.signing(), 0, {
    ...{ findings: [{ id: 'finding', position, check: 'MAC' }], leftOut: [{ position, type }] },
    ...{ by: 'Operator 1', reason: 'Incident 4711', at: AT },
  })
  const origin = { roles: [], permission: '', correlationId: 'decision' }
  const command = { type: 'OpenPortalAgain', id: 'decision', by: 'operator', at: AT, data, origin }
  await log.append(INTEGRITY_STREAM, { revision: -1, hash: '' }, [{ type: 'PortalOpenedAgain', data }], command)
}
