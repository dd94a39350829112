import type { DomainLog } from './domain-log.ts'
import type { Position } from './event-log.ts'
import type { LiveSealKeys } from './seals/seal.ts'
import { isSignedSkip } from './signed-decision.ts'
import { type ReadModelEvent, skipsStream } from '#domain/read-model/events.ts'

/**
 * What operators decided: the positions that a read model goes around whenever it is built. A decision that does not
 * hold, or that no key of the seals has signed, is none: somebody else wrote it, or nobody can tell what it was.
 */
export const readSkips =
  (log: Pick<DomainLog, 'readWhatHolds'>, sealKeys: Pick<LiveSealKeys, 'all' | 'refresh'>) =>
  async (model: string): Promise<ReadonlySet<Position>> => {
    const { events } = await log.readWhatHolds<ReadModelEvent>(skipsStream(model))
    // Signed under a key that came into use since, maybe.
    if (events.length > 0) await sealKeys.refresh()
    const signed = events.filter(({ revision, event }) => isSignedSkip(sealKeys.all(), revision, event.data))
    return new Set(signed.map(({ event }) => event.data.position))
  }
