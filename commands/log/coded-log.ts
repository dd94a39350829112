import { type LiveDecisions, NEVER_DECIDED } from './decisions.ts'
import type { AnyCommand, AnyEvent } from '#domain/kernel/decider.ts'
import type { Codec } from './codec.ts'
import { decodeEvents } from './decode-events.ts'
import type {
  DecodedWhole,
  DomainLog,
  EventMeta,
  Recorded,
  RecordedBatch,
  RecordedSecond,
  Step,
  StreamHead,
  Unread,
} from './domain-log.ts'
import { breakIn, hashIn } from './event-hash.ts'
import { DecidedSince, type EventLog, FIRST_POSITION, type Position, type StoredEvent } from './event-log.ts'
import type { PersonKeys } from './keys.ts'
import { passingOver } from './passing-over.ts'
import { streamPages } from './stream-pages.ts'
import { BrokenChain } from './unread-event.ts'

/** Operators decide now and then. */
const ATTEMPTS = 5

type Options = {
  /** What operators have decided of it; nothing when left out. */
  readonly decisions?: LiveDecisions
  /** Told of every event that could not be read, before whoever wanted it. */
  readonly met?: (unread: Unread) => Promise<void>
}

/** Puts the codec at a log's edge. */
export function createDomainLog(
  log: EventLog,
  codec: Codec,
  keys: PersonKeys,
  { decisions = NEVER_DECIDED, met = async () => undefined }: Options = {},
): DomainLog {
  const whole = passingOver(log, decisions)
  const decode = async (stored: readonly StoredEvent[]): Promise<DecodedWhole> => {
    const decoded = await decodeEvents(codec, keys, stored, decisions.now())
    for (const unread of decoded.unread) await met(unread)
    return decoded
  }

  /**
   * Signs and appends. Whoever is told that more was decided than they knew is to know it when they try again; where decisions
   * change nothing of what is appended (`known` undefined: a seal), it is signed anew, as keys may have been retired.
   */
  async function appendLearning(stream: string, head: StreamHead, events: readonly AnyEvent[], command: AnyCommand) {
    for (let attempt = 1; ; attempt += 1) {
      const known = head.known ?? (decisions === NEVER_DECIDED ? undefined : decisions.now().known)
      const encoded = await codec.encode(stream, head, events, command)
      try {
        return { encoded, appended: await log.append(stream, head.revision, encoded, known) }
      } catch (error) {
        if (!(error instanceof DecidedSince)) throw error
        await decisions.learn()
        if (head.known !== undefined || attempt === ATTEMPTS) throw error
      }
    }
  }

  return {
    decisions: decisions.now,
    onDecided: decisions.onDecided,
    async read<E extends AnyEvent>(stream: string, from = 0, count?: number) {
      const read: Recorded[] = []
      for await (const stored of count === undefined
        ? streamPages(log, stream, from)
        : [await log.read(stream, from, count)]) {
        const { events, unread } = await decode(stored)
        if (unread[0] !== undefined) throw unread[0].error
        read.push(...events)
      }
      return read as readonly Recorded[] as readonly Recorded<E>[]
    },
    async readOn<E extends AnyEvent>(stream: string, head: StreamHead) {
      const by = decisions.now()
      const steps: Step<E>[] = []
      let before = head
      for await (const stored of streamPages(log, stream, head.revision + 1)) {
        const { events, unread } = await decode(stored)
        if (unread[0] !== undefined) throw unread[0].error
        const read = new Map(events.map((event) => [event.position, event as Recorded<E>]))
        for (const { position, revision, meta, data: _, ...place } of stored) {
          const recorded = read.get(position)
          const broken =
            recorded && by.taken(position) === undefined
              ? breakIn({ revision, prev: recorded.meta.prev }, before)
              : undefined
          // What was decided meanwhile may be about just this: whoever folds begins anew.
          if (decisions.now() !== by) return steps
          if (broken !== undefined) {
            const error = new BrokenChain({ ...place, position, revision }, before, broken)
            await met({ ...place, position, revision, error })
            throw error
          }
          // What is left out and was copied from before is nowhere in the stream.
          if (recorded !== undefined || (revision > before.revision && position >= FIRST_POSITION))
            before = { revision, hash: hashIn(meta), known: by.known }
          else before = { ...before, known: by.known }
          steps.push({ ...(recorded === undefined ? {} : { recorded }), position, head: before })
        }
      }
      return steps
    },
    async readWhatHolds<E extends AnyEvent>(stream: string, from = 0, count?: number) {
      const pages: DecodedWhole[] = []
      for await (const stored of count === undefined
        ? streamPages(log, stream, from)
        : [await log.read(stream, from, count)])
        pages.push(await decode(stored))
      const [unread, leftOut] = [pages.flatMap((page) => page.unread), pages.flatMap((page) => page.leftOut)]
      return { events: pages.flatMap((page) => page.events), unread, leftOut } as DecodedWhole as DecodedWhole<E>
    },
    async append(stream: string, head: StreamHead, events: readonly AnyEvent[], command: AnyCommand) {
      const { encoded, appended } = await appendLearning(stream, head, events, command)
      const { revision, position, meta } = appended
      const isAsSent = meta === encoded.at(-1)?.meta
      const commandHash = isAsSent ? codec.hashOf(command) : (JSON.parse(meta) as EventMeta).commandHash
      const { known } = head
      return {
        head: { revision, hash: hashIn(meta), ...(known === undefined ? {} : { known }) },
        position,
        commandHash,
      }
    },
    hashOf: codec.hashOf,
    async *follow(after: Position, signal: AbortSignal, types?: ReadonlySet<string>): AsyncGenerator<RecordedBatch> {
      for await (const batch of whole.follow(after, signal)) {
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
