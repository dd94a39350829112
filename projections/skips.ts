import type { DomainLog } from '#commands/log/domain-log.ts'
import type { Position } from '#commands/log/event-log.ts'
import { type ReadModelEvent, skipsStream } from '#domain/read-model/events.ts'

/** What operators decided: the positions that a read model goes around whenever it is built. */
export const readSkips =
  (log: Pick<DomainLog, 'read'>) =>
  async (model: string): Promise<ReadonlySet<Position>> =>
    new Set((await log.read<ReadModelEvent>(skipsStream(model))).map(({ event }) => event.data.position))
