import type { AnyCommand, AnyEvent } from '#domain/kernel/decider.ts'
import type { Codec } from './codec.ts'
import { decodeEvents } from './decode-events.ts'
import type {
  Decoded,
  DomainLog,
  EventMeta,
  Recorded,
  RecordedBatch,
  RecordedSecond,
  StreamHead,
  Unread,
} from './domain-log.ts'
import { hashIn } from './event-hash.ts'
import type { EventLog, Position, StoredEvent } from './event-log.ts'
import type { PersonKeys } from './keys.ts'

/** Puts the codec at a log's edge. `met` is told of every event that could not be read, before whoever wanted it. */
export function createDomainLog(
  log: EventLog,
  codec: Codec,
  keys: PersonKeys,
  met: (unread: Unread) => Promise<void> = async () => undefined,
): DomainLog {
  const decode = async (stored: readonly StoredEvent[]): Promise<Decoded> => {
    const decoded = await decodeEvents(codec, keys, stored)
    for (const unread of decoded.unread) await met(unread)
    return decoded
  }

  return {
    async read<E extends AnyEvent>(stream: string, from = 0, count?: number) {
      const { events, unread } = await decode(await log.read(stream, from, count))
      if (unread[0] !== undefined) throw unread[0].error
      return events as readonly Recorded<E>[]
    },
    async readWhatHolds<E extends AnyEvent>(stream: string, from = 0) {
      return (await decode(await log.read(stream, from))) as Decoded<E>
    },
    async append(stream: string, head: StreamHead, events: readonly AnyEvent[], command: AnyCommand) {
      const encoded = await codec.encode(stream, head, events, command)
      const { revision, position, meta } = await log.append(stream, head.revision, encoded)
      const isAsSent = meta === encoded.at(-1)?.meta
      const commandHash = isAsSent ? codec.hashOf(command) : (JSON.parse(meta) as EventMeta).commandHash
      return { head: { revision, hash: hashIn(meta) }, position, commandHash }
    },
    hashOf: codec.hashOf,
    async *follow(after: Position, signal: AbortSignal, types?: ReadonlySet<string>): AsyncGenerator<RecordedBatch> {
      for await (const batch of log.follow(after, signal)) {
        const last = batch.at(-1)
        if (last === undefined) continue
        const wanted = types === undefined ? batch : batch.filter(({ type }) => types.has(type))
        yield {
          ...(await decode(wanted)),
          position: last.position,
          count: batch.length,
          seconds: secondsOf(batch),
        }
      }
    },
    head: () => log.head(),
  }
}

function secondsOf(batch: readonly StoredEvent[]): readonly RecordedSecond[] {
  const seconds: RecordedSecond[] = []
  let recordedAt = ''
  for (const event of batch.toReversed()) {
    if (event.recordedAt === recordedAt) continue // events appended together share their time
    recordedAt = event.recordedAt
    const second = `${recordedAt.slice(0, 19)}.000Z`
    if (seconds.at(-1)?.second !== second) seconds.push({ second, position: event.position })
  }
  return seconds.reverse()
}
