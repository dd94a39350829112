import type { Recorded } from '#commands/log/domain-log.ts'
import type { AnyEvent } from '#domain/kernel/decider.ts'
import { AT } from './command.ts'

const meta = {
  ...{ commandId: '', commandHash: '', actor: 'user-1', roles: [], permission: '', correlationId: '' },
  ...{ version: 1, prev: '', key: '', hash: '', mac: '' },
}

/** The events of one stream, as a log gives them to whoever folds them. */
export const recorded = (...events: AnyEvent[]): readonly Recorded[] =>
  events.map((event, index) => ({
    id: `event-${index}`,
    position: index + 1,
    stream: 'any-1',
    revision: index,
    recordedAt: AT,
    event,
    meta,
  }))
