import { allEvents } from '#domain/events.ts'
import type { Recorded } from './domain-log.ts'
import type { Position, StoredEvent } from './event-log.ts'
import { createEventReader } from './event-reader.ts'
import type { Differs, LogCheck } from './log-check.ts'
import { type Bounds, readableOf, type StoredRows, type UnreadableRow } from './verify-rows.ts'

type Walk = {
  readonly rows: StoredRows
  readonly bounds: Bounds
  readonly checks: readonly LogCheck[]
  readonly differs: Differs
  readonly progress?: ((position: Position, head: Position) => void) | undefined
}

/**
 * Takes every check through the stored rows, from the first to the last, and goes on behind what does not hold. Tells by
 * itself of positions that are missing or double, and of rows that cannot be read. Gives how many events there are.
 */
export async function walk({ rows, bounds, checks, differs, progress }: Walk): Promise<number> {
  const { first, last, head } = bounds
  const reader = createEventReader(allEvents)
  let reached = 0
  let events = 0

  function takeRow(row: StoredEvent | UnreadableRow): void {
    const { position } = row
    const due = reached + 1
    if (rows.isGapless ? position !== due : position < due) {
      const found = position < due ? `a second event at ${position}` : `nothing until ${position}`
      const place = Math.min(due, position)
      differs({ position: place, check: 'position', expected: `an event at ${due}`, found })
    }
    if (position < due) return
    reached = position
    if ('unreadable' in row) differs({ position, check: 'row', expected: 'an event', found: row.unreadable })
    else takeEvent(row)
  }

  function takeEvent(stored: StoredEvent): void {
    events += 1
    const { position, stream, type } = stored
    let read: Recorded | undefined
    let unread: string | undefined
    try {
      read = reader.decode(stored, NO_KEYS)
    } catch (error) {
      unread = type in allEvents ? String(error) : type
    }
    for (const check of checks) check.event?.(stored, read)
    if (unread !== undefined)
      differs({ position, stream, check: 'type', expected: 'an event of this version of the portal', found: unread })
  }

  if (first < 1)
    differs({ position: first, check: 'position', expected: 'the first event at 1', found: `one at ${first}` })
  for await (const page of rows.pages(head)) {
    const stored = readableOf(page)
    for (const check of checks) await check.page?.(stored)
    for (const row of page) takeRow(row)
    progress?.(reached, head)
  }
  const place = { position: reached + 1, check: 'end of the log' }
  if (reached < head)
    differs({ ...place, expected: `events up to ${head}, as the log says`, found: `the last at ${reached}` })
  if (last > head)
    differs({ ...place, expected: `nothing behind ${head}, as the log says`, found: `an event at ${last}` })
  for (const fault of rows.faults?.() ?? []) differs(fault)
  for (const check of checks) await check.end?.(head)
  return events
}

const NO_KEYS: ReadonlyMap<string, Buffer> = new Map()
