import type { ResolvedEvent } from '@eventstore/db-client'
import { INTEGRITY_STREAM } from '#domain/integrity/events.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { LogUnavailable, type Position, type StoredEvent } from '#commands/log/event-log.ts'
import { insist, openEventStoreClient } from './client.ts'
import { readLast, readRecords, readStream, type RecordPlace } from './read.ts'
import { isSystemEvent, toStored } from './records.ts'
import { SEAL_STREAM } from '#commands/log/seals/seal.ts'
import type { ClosableRows, UnreadableRow } from '#commands/log/verify/rows.ts'

const PAGE = 1_000
const RETRY_MS = 10_000
/** What of a stream's metadata lets the server cut it. */
const CUTTING = ['$maxAge', '$maxCount', '$tb']

/**
 * What EventStoreDB has of the log: `$all` from its first record, the server's own too, as they tell of streams that may
 * be cut or were deleted. What was scavenged is no record any more: a stream then lacks revisions, and a seal events.
 */
export function openEventStoreRows(url: string): ClosableRows {
  const { client, close } = openEventStoreClient(url)
  /** By stream, where its last metadata stand that let it be cut, or its end. */
  const cuts = new Map<string, Difference>()
  const streams = new Set<string>()

  function learn({ event }: ResolvedEvent): void {
    if (event === undefined) return
    const { streamId, type, data, position } = event
    const place = { position: Number(position?.commit ?? 0), check: 'stream metadata' }
    if (type === '$streamDeleted' && !streamId.startsWith('$'))
      cuts.set(streamId, {
        ...place,
        stream: streamId,
        expected: 'a stream that is never deleted',
        found: 'its tombstone',
      })
    const stream = streamId.startsWith('$$') ? streamId.slice(2) : ''
    if (type !== '$metadata' || stream === '' || stream.startsWith('$')) return
    const given = Object.entries(Object(parsed(data))).filter(([name]) => CUTTING.includes(name))
    const found = given.map(([name, value]) => `${name} ${String(value)}`).join(', ')
    if (found === '') cuts.delete(stream)
    else cuts.set(stream, { ...place, stream, expected: 'a stream that is never cut', found })
  }

  /** A stream's events; none of one with a gap, or with what the portal did not write, which the walk tells of. */
  async function whole(stream: string): Promise<readonly StoredEvent[]> {
    try {
      return await insist(RETRY_MS, () => readStream(client, stream, 0))
    } catch (error) {
      if (error instanceof LogUnavailable) throw error
      return []
    }
  }

  return {
    isGapless: false,
    async bounds() {
      const record = await insist(RETRY_MS, () => readLast(client))
      const head = record === undefined ? 0 : positionOf(record)
      return { first: 1, last: head, head }
    },
    async *pages(head, begin = 0) {
      let after: RecordPlace | undefined = begin === 0 ? undefined : { commit: BigInt(begin), prepare: BigInt(begin) }
      for (;;) {
        const from = after
        const records = await insist(RETRY_MS, () => readRecords(client, from, PAGE))
        for (const record of records)
          if (isSystemEvent(record)) learn(record)
          else streams.add(record.event?.streamId ?? '')
        yield records
          .flatMap((record) => (isSystemEvent(record) ? [] : readable(record)))
          .filter((row) => row.position <= head)
        after = records.at(-1)?.event?.position
        // Metadata may stand behind the last event.
        if (records.length < PAGE || after === undefined) return
      }
    },
    /** Those that the pages had. */
    async *byStream(head) {
      for (const stream of streams) yield (await whole(stream)).filter(({ position }) => position <= head)
    },
    // The server itself counts the revisions of a stream.
    sameAs: async (events) => events,
    sealRows: () => whole(SEAL_STREAM),
    decisionRows: () => whole(INTEGRITY_STREAM),
    faults: () => [...cuts.values()],
    close,
  }
}

function readable(record: ResolvedEvent): StoredEvent | UnreadableRow {
  try {
    return toStored(record)
  } catch (error) {
    return { position: positionOf(record), unreadable: error instanceof Error ? error.message : String(error) }
  }
}

const positionOf = ({ event }: ResolvedEvent): Position => Number(event?.position?.commit ?? 0)

/** Metadata is JSON, which the client gives as an object or, of another content type, as bytes. */
function parsed(data: unknown): unknown {
  if (!(data instanceof Uint8Array)) return data
  try {
    return JSON.parse(Buffer.from(data).toString('utf8'))
  } catch {
    return undefined
  }
}
