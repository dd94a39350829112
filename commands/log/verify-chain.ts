import { checkEvent, faultOf } from './event-hash.ts'
import { type EventKeys, NO_EVENT_KEYS } from './event-mac.ts'
import type { Differs, LogCheck } from './log-check.ts'

type StreamEnd = { readonly revision: number; readonly hash: string }

/**
 * Checks what every event says of itself: its revision and hash in the chain of its stream, who wrote it, and that the
 * recorded clock never goes back. Goes on from what is there, so that one change is one difference and not a hundred.
 * `eventKeys` are undefined where they are not at hand. Keeps the end of every stream: some 250 bytes each.
 */
export function createChainCheck(eventKeys: Pick<EventKeys, 'of'> | undefined, differs: Differs) {
  const streams = new Map<string, StreamEnd>()
  let recordedAt = ''
  return {
    event(stored) {
      const { position, stream, revision } = stored
      const differ = (check: string, expected: string, found: string) =>
        differs({ position, stream, check, expected, found })
      const end = streams.get(stream) ?? { revision: -1, hash: '' }
      const checked = checkEvent(stored, eventKeys ?? NO_EVENT_KEYS)
      const { hash, prev, holds } = checked
      const fault = faultOf(stored, checked)
      if (revision !== end.revision + 1) differ('revision', `revision ${end.revision + 1}`, `revision ${revision}`)
      else if (holds && prev !== end.hash) differ('hash chain', `going on from ${end.hash}`, `from ${prev}`)
      else if (fault !== undefined && (!holds || eventKeys !== undefined)) differs({ position, stream, ...fault })
      streams.set(stream, { revision, hash })
      if (stored.recordedAt < recordedAt) differ('time of recording', `${recordedAt} or later`, stored.recordedAt)
      recordedAt = stored.recordedAt
    },
    unchecked: () => (eventKeys === undefined ? ['Who wrote the events: their keys are not at hand'] : []),
    streams: () => streams.size,
  } satisfies LogCheck & { streams(): number }
}
