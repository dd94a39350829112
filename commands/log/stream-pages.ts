import type { EventLog, StoredEvent } from './event-log.ts'

/** Of the largest events that the log takes so many fit into memory together. */
const AT_ONCE = 100

/**
 * A stream from a revision on, some events at a time: whoever may append without the portal could make a stream that no
 * memory takes whole.
 */
export async function* streamPages(
  log: Pick<EventLog, 'read'>,
  stream: string,
  from = 0,
): AsyncGenerator<readonly StoredEvent[]> {
  for (let next = from; ;) {
    const page = await log.read(stream, next, AT_ONCE)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    if (page.length < AT_ONCE) return
    next = last.revision + 1
  }
}
