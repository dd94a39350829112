import type { DomainLog, Unread } from '#commands/log/domain-log.ts'
import type { Position } from '#commands/log/event-log.ts'

/** A stream that no command can read, and the event that is in its way. */
export type UnreadStream = { readonly stream: string; readonly position: Position }

/** So many at once are remembered: from then on an operator knows enough. */
const MOST_REMEMBERED = 20

/** In which streams this process met an event that cannot be read: commands that need one are turned away. */
export type UnreadStreams = {
  met(unread: Pick<Unread, 'stream' | 'revision' | 'position'>): void
  /** Those of them that still cannot be read; reads one event of each, and nothing where there are none. */
  look(log: Pick<DomainLog, 'readWhatHolds'>): Promise<readonly UnreadStream[]>
}

/** What a read model meets stands with it (status.ts); this is what whoever writes is turned away for. */
export function watchUnreadStreams(): UnreadStreams {
  const kept = new Map<string, UnreadStream & { readonly revision: number }>()
  return {
    met({ stream, revision, position }) {
      if (kept.size < MOST_REMEMBERED) kept.set(stream, { stream, revision, position })
    },
    async look(log) {
      for (const { stream, revision } of [...kept.values()]) {
        // Put back, left out by decision, or of a person whose key is there again.
        const { unread } = await log.readWhatHolds(stream, revision, 1)
        if (unread.length === 0) kept.delete(stream)
      }
      return [...kept.values()].map(({ stream, position }) => ({ stream, position }))
    },
  }
}
