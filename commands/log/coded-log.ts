import type { AnyCommand, AnyEvent } from '#domain/kernel/decider.ts'
import type { Codec } from './codec.ts'
import type { DomainLog, EventMeta, Recorded, RecordedBatch, RecordedSecond, StreamHead } from './domain-log.ts'
import { hashIn } from './event-hash.ts'
import type { EventLog, Position, StoredEvent } from './event-log.ts'
import type { PersonKeys } from './keys.ts'

/** Puts the codec at a log's edge. */
export function createDomainLog(log: EventLog, codec: Codec, keys: PersonKeys): DomainLog {
  async function decodeAll(stored: readonly StoredEvent[]): Promise<readonly Recorded[]> {
    const subjects = codec.subjectsOf(stored)
    const known = subjects.length === 0 ? NO_KEYS : await keys.load(subjects)
    return stored.map((event) => codec.decode(event, known))
  }

  return {
    async read<E extends AnyEvent>(stream: string, from = 0) {
      return (await decodeAll(await log.read(stream, from))) as readonly Recorded<E>[]
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
          events: await decodeAll(wanted),
          position: last.position,
          count: batch.length,
          seconds: secondsOf(batch),
        }
      }
    },
    head: () => log.head(),
  }
}

const NO_KEYS: ReadonlyMap<string, Buffer> = new Map()

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
