import type { DomainLog } from '#commands/log/domain-log.ts'
import type { Position } from '#commands/log/event-log.ts'
import { type ReadModelEvent, skipsStream } from '#domain/read-model/events.ts'

/**
 * What operators decided: the positions that a read model goes around whenever it is built. A decision that does not
 * hold is none: somebody else wrote it, or nobody can tell what it was.
 */
export const readSkips =
  (log: Pick<DomainLog, 'readWhatHolds'>) =>
  async (model: string): Promise<ReadonlySet<Position>> =>
    new Set(
      (await log.readWhatHolds<ReadModelEvent>(skipsStream(model))).events.map(({ event }) => event.data.position),
    )
