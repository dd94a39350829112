import type { EventLog } from '#commands/log/event-log.ts'
import type { BulkEvent } from '#commands/log/postgres/bulk-load.ts'

/** A log that keeps what is appended for a bulk load: the commands run on it as on any other. */
export type CollectingLog = {
  readonly log: EventLog
  /** What was appended since the last call, in order. */
  take(): readonly BulkEvent[]
}

export type CollectingOptions = {
  /** The log that the load goes to; only read. */
  readonly base: EventLog
  /** Whether a stream may be in the base already: those that a story makes need not be asked for. */
  readonly mayExist: (stream: string) => boolean
  /** Events are recorded on their business date, as far as dates go on; now when false. */
  readonly isBackdated: boolean
}

const BUSINESS_DATE = /"at":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"/

/**
 * It checks no revisions: it has one writer, who knows them, and the bulk load checks them all. Nothing is kept of what
 * was taken, so a stream that its reader has forgotten cannot be read again.
 */
export function createCollectingLog({ base, mayExist, isBackdated }: CollectingOptions): CollectingLog {
  let collected: BulkEvent[] = []
  let recordedAt = ''
  const placed = (data: string): { recordedAt?: string } => {
    if (!isBackdated) return {}
    const at = BUSINESS_DATE.exec(data)?.[1] ?? ''
    if (at > recordedAt) recordedAt = at // the recorded clock never goes back
    return recordedAt === '' ? {} : { recordedAt }
  }
  const log: EventLog = {
    async read(stream, from = 0) {
      return from === 0 && mayExist(stream) ? base.read(stream) : []
    },
    async append(stream, expectedRevision, events) {
      let revision = expectedRevision
      for (const event of events) {
        revision += 1
        collected.push({ ...event, stream, revision, ...placed(event.data) })
      }
      return { revision, position: 0, meta: events.at(-1)?.meta ?? '' }
    },
    follow: (after, signal) => base.follow(after, signal),
    head: () => base.head(),
    close: () => base.close(),
  }
  return {
    log,
    take() {
      const taken = collected
      collected = []
      return taken
    },
  }
}
