import { breakIn, checkEvent, faultOf } from '#commands/log/event-hash.ts'
import { type KnownEventKeys, NO_EVENT_KEYS } from '#commands/log/event-mac.ts'
import type { Position } from '#commands/log/event-log.ts'
import type { Differs, LogCheck } from './log-check.ts'
import { createChainEnds } from './chain-ends.ts'

/** Whether a stream goes on from an event: not from a copy of an older one, nor from what another has put far ahead. */
const goesOn = (revision: number, before: number, holds: boolean): boolean =>
  revision === before + 1 || (holds && revision > before)

/**
 * Checks what every event says of itself: its revision and hash in the chain of its stream, who wrote it, and that the
 * recorded clock never goes back. Goes on from what is there, so that one change is one difference and not a hundred.
 * `eventKeys` are undefined where they are not at hand. Tells `fails` of each event that does not hold by itself. Keeps the
 * end of every stream: some 150 bytes each.
 */
export function createChainCheck(
  eventKeys: Pick<KnownEventKeys, 'of'> | undefined,
  differs: Differs,
  fails: (position: Position) => void,
) {
  const streams = createChainEnds()
  let recordedAt = ''
  return {
    event(stored) {
      const { position, stream, revision } = stored
      const differ = (check: string, expected: string, found: string) =>
        differs({ position, stream, check, expected, found })
      const end = streams.get(stream) ?? { revision: -1, hash: '' }
      const checked = checkEvent(stored, eventKeys ?? NO_EVENT_KEYS)
      const { hash, prev, holds } = checked
      const fault = holds && eventKeys === undefined ? undefined : faultOf(stored, checked)
      if (fault !== undefined) fails(position)
      const broken = breakIn({ revision, prev }, end)
      if (broken !== undefined && fault !== undefined && broken.check === 'revision')
        differs({ position, stream, ...broken, found: `${broken.found}, with ${fault.found}` })
      else if (broken !== undefined && (holds || broken.check === 'revision')) differs({ position, stream, ...broken })
      else if (fault !== undefined) differs({ position, stream, ...fault })
      if (goesOn(revision, end.revision, fault === undefined)) streams.set(stream, { revision, hash })
      if (stored.recordedAt < recordedAt) differ('time of recording', `${recordedAt} or later`, stored.recordedAt)
      recordedAt = stored.recordedAt
    },
    unchecked: () => (eventKeys === undefined ? ['Who wrote the events: their keys are not at hand'] : []),
    streams: () => streams.size(),
  } satisfies LogCheck & { streams(): number }
}
