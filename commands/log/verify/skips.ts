import type { ReadModelEvent } from '#domain/read-model/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { SealKeys } from '#commands/log/seals/seal.ts'
import { isSignedSkip } from '#commands/log/signed-decision.ts'
import type { Differs, LogCheck } from './log-check.ts'

/** Named one by one; of more, how many. */
const NAMED = 20

/**
 * The events that read models go around by an operator's decision: each is said, as a report lacks something by it, and one that
 * no key of the seals has signed is none, and told.
 */
export function createSkipsCheck(sealKeys: SealKeys, differs: Differs): LogCheck {
  const named: string[] = []
  let count = 0
  return {
    event({ position, stream, revision }, read) {
      if (read === undefined || !isSkip(read)) return
      const { data } = read.event
      if (isSignedSkip(sealKeys, revision, data)) {
        count += 1
        if (named.length < NAMED) named.push(`${data.model} ${data.position}`)
        return
      }
      const found = `key ${data.keyId}, not signed by it`
      differs({
        position,
        stream,
        check: 'signature of a decision',
        expected: 'the signature of a key of the seals',
        found,
      })
    },
    notes: () =>
      count === 0
        ? []
        : [
            `Read models go around events by decision: ${named.join(', ')}${count > NAMED ? ` and ${count - NAMED} more` : ''}`,
          ],
  }
}

const isSkip = (read: Recorded): read is Recorded<ReadModelEvent> => read.event.type === 'ReadModelEventSkipped'
