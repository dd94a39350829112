import { allEvents } from '#domain/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { Position, StoredEvent } from '#commands/log/event-log.ts'
import { createEventReader } from '#commands/log/event-reader.ts'
import type { Differs, LogCheck } from './log-check.ts'
import { lessThanSaid, moreThanSaid, nothingUntil } from './log-ends.ts'
import { digestOf } from '#commands/log/seals/seal.ts'
import { type Bounds, readableOf, type StoredRows, type UnreadableRow } from './rows.ts'

type Walk = {
  readonly rows: StoredRows
  readonly bounds: Bounds
  readonly checks: readonly LogCheck[]
  readonly differs: Differs
  /** Whether nobody folds the event at a position: it is left out by decision, or a check said that it does not hold by itself. */
  readonly isPassedOver: (position: Position) => boolean
  /** Whether a check has said that it does not hold by itself: one event is one difference. */
  readonly hasFailed: (position: Position) => boolean
  readonly progress?: ((position: Position, head: Position) => void) | undefined
}

/**
 * Takes every check through the stored rows, from the first to the last, and goes on behind what does not hold. Tells by
 * itself of positions that are missing or double, and of rows that cannot be read. Gives how many events there are.
 */
export async function walk({
  rows,
  bounds,
  checks,
  differs,
  isPassedOver,
  hasFailed,
  progress,
}: Walk): Promise<number> {
  const { first, last, head } = bounds
  const reader = createEventReader(allEvents)
  let reached = 0
  let events = 0

  function takeRow(row: StoredEvent | UnreadableRow): void {
    const { position } = row
    const due = reached + 1
    if (rows.isGapless ? position !== due : position < due) {
      const second = `a second event at ${position}: ${textOf(row)}`
      if (position > due) differs(nothingUntil(due, position))
      else differs({ position, check: 'position', expected: `an event at ${due}`, found: second })
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
    for (const check of checks) check.event?.(stored, isPassedOver(position) ? undefined : read)
    if (unread !== undefined && !hasFailed(position))
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
  if (reached < head) differs(lessThanSaid(head, reached))
  if (last > head) differs(moreThanSaid(head, last))
  for (const fault of rows.faults?.() ?? []) differs(fault)
  for (const check of checks) await check.end?.(head)
  return events
}

/** What of a row names it and no other. */
const textOf = (row: StoredEvent | UnreadableRow): string => ('unreadable' in row ? row.unreadable : digestOf(row))

const NO_KEYS: ReadonlyMap<string, Buffer> = new Map()
