import type { ReadModelEvent } from '#domain/read-model/events.ts'
import { unsignedDecision } from '#commands/log/decisions.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { SealKeys } from '#commands/log/seals/seal.ts'
import { isSignedSkip } from '#commands/log/signed-decision.ts'
import type { Differs, LogCheck } from './log-check.ts'
import { createNamedList } from './named-list.ts'

/**
 * The events that read models go around by an operator's decision: each is said, as a report lacks something by it, and one that
 * no key of the seals has signed is none, and told.
 */
export function createSkipsCheck(sealKeys: SealKeys, differs: Differs): LogCheck {
  const skips = createNamedList()
  return {
    event({ position, stream, revision }, read) {
      if (read === undefined || !isSkip(read)) return
      const { data } = read.event
      if (isSignedSkip(sealKeys, revision, data)) skips.add(`${data.model} ${data.position}`)
      else differs(unsignedDecision({ position, stream }, data.keyId))
    },
    notes: () => skips.notes('Read models go around events by decision'),
  }
}

const isSkip = (read: Recorded): read is Recorded<ReadModelEvent> => read.event.type === 'ReadModelEventSkipped'
