import type { EventLog, Position, StoredEvent } from '#commands/log/event-log.ts'
import { SEAL_STREAM, type SealKeys, signedSealIn } from '#commands/log/seals/seal.ts'
import { streamPages } from '#commands/log/stream-pages.ts'
import { upTo } from '#commands/log/up-to.ts'
import type { Seal } from '#domain/seal/events.ts'

export type ReadLog = Pick<EventLog, 'read' | 'follow' | 'head'>

const PAGE = 1_000

/** The seals of a log that these keys signed. */
export type Seals = {
  /** Undefined where there is none of that number. */
  of(number: number): Promise<Seal | undefined>
  last(): Promise<Seal | undefined>
}

export function sealsOf(log: ReadLog, sealKeys: SealKeys): Seals {
  const signed = (rows: readonly StoredEvent[]) => rows.flatMap(({ data }) => signedSealIn(data, sealKeys) ?? [])

  /** In order, from a number on: whatever somebody else appended only moved those behind it. */
  async function* from(number: number): AsyncGenerator<Seal> {
    let due = number
    for await (const rows of streamPages(log, SEAL_STREAM, number - 1))
      for (const seal of signed(rows)) {
        // A copy of one of before, which anybody can append once more.
        if (seal.number < due) continue
        due = seal.number + 1
        yield seal
      }
  }

  return {
    async of(number) {
      const [there] = signed(await log.read(SEAL_STREAM, number - 1, 1))
      if (there?.number === number) return there
      for await (const seal of from(number)) return seal.number === number ? seal : undefined
      return undefined
    },
    async last() {
      let last: Seal | undefined
      for await (const seal of from(1)) last = seal
      return last
    },
  }
}

/** The first event behind a position that is not the log's last. */
export async function eventBehind(log: ReadLog, position: Position): Promise<StoredEvent> {
  const ended = new AbortController()
  try {
    for await (const [event] of log.follow(position, ended.signal)) if (event !== undefined) return event
  } finally {
    ended.abort()
  }
  throw new Error(`There is nothing behind position ${position}`)
}

/** The events of a log behind a position, up to another that it has come to. */
export async function* eventsUpTo(log: ReadLog, after: Position, end: Position): AsyncGenerator<StoredEvent> {
  for await (const batch of upTo(log, end).follow(after, new AbortController().signal)) yield* batch
}

/** The events of one stream, from its first to a revision, page by page. */
export async function* eventsOfStream(log: ReadLog, stream: string, last: number): AsyncGenerator<StoredEvent> {
  for (let from = 0; from <= last; from += PAGE) yield* await log.read(stream, from, Math.min(PAGE, last + 1 - from))
}
