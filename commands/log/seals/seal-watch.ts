import type { Remark } from '#commands/supervise.ts'
import type { EventLog, Position, StoredEvent } from '#commands/log/event-log.ts'
import { nextOf, unlessDue } from '#commands/log/next-or-due.ts'
import { type LiveSealKeys, SEAL_TYPE, signedSealIn } from './seal.ts'

/** How long an event waits for its seal at most, beyond the sealer's own time: one that takes over reads on first. */
const LATE_MS = 4 * 60_000
const LOOK_EVERY_MS = 5_000

export type SealWatchOptions = {
  readonly eventLog: Pick<EventLog, 'follow' | 'head'>
  readonly sealKeys: LiveSealKeys
  /** Whether something was found that nobody has decided about: nothing is sealed then, and that is said elsewhere. */
  readonly isFound: () => boolean
  /** After how long (ms) the sealer seals at the latest. */
  readonly everyMs?: number | undefined
  /** Beyond that (ms), when not as usual. */
  readonly lateMs?: number | undefined
}

/** What waits for a seal, by its place and when it was seen first (performance.now()). */
type Waiting = { readonly position: Position; readonly recordedAt: string; readonly seen: number }

/**
 * Says when what is recorded is not sealed in time, whoever should do it: a sealer that waits for its turn cannot tell that
 * somebody with the app's rights holds it, and seals nothing. Counts from when this process began. Ends when the signal
 * aborts; throws what the log throws, and may be run again.
 */
export async function watchSeals(options: SealWatchOptions, signal: AbortSignal, remark: Remark): Promise<void> {
  const { eventLog, sealKeys, isFound, everyMs = 60_000, lateMs = LATE_MS } = options
  let first: Waiting | undefined
  let last: Waiting | undefined

  function take(event: StoredEvent): void {
    const seal = event.type === SEAL_TYPE ? signedSealIn(event.data, sealKeys.all()) : undefined
    if (seal !== undefined) {
      if (first === undefined || seal.position < first.position) return
      // Of those that came while it was made, the last stands for all.
      first = last !== undefined && last.position > seal.position ? last : undefined
    } else if (event.type !== SEAL_TYPE) {
      last = { position: event.position, recordedAt: event.recordedAt, seen: performance.now() }
      first ??= last
    }
  }
  function say(): void {
    const isLate = first !== undefined && performance.now() - first.seen > everyMs + lateMs
    if (isLate && first !== undefined && !isFound())
      remark(
        `what was recorded since ${first.recordedAt} is not sealed yet: the process that has the turn of the sealer stands still, or somebody else has taken it (docs/seals.md)`,
      )
    else remark(undefined)
  }

  const batches = eventLog.follow(await eventLog.head(), signal)[Symbol.asyncIterator]()
  let next = nextOf(batches)
  while (!signal.aborted) {
    const batch = await unlessDue(next, first === undefined ? undefined : LOOK_EVERY_MS)
    if (batch === 'due') {
      say()
      continue
    }
    if (batch.done === true) return
    const seals = batch.value.filter(({ type }) => type === SEAL_TYPE)
    if (seals.some(({ data }) => signedSealIn(data, sealKeys.all()) === undefined)) await sealKeys.refresh()
    batch.value.forEach(take)
    say()
    next = nextOf(batches)
  }
}
