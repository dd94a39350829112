import { BY_ITSELF, EACH_BY_ITSELF } from '#commands/log/verify/difference.ts'
import { checkEvent, faultOf, learnKeys } from '#commands/log/event-hash.ts'
import { FIRST_POSITION, type Position, type StoredEvent } from '#commands/log/event-log.ts'
import type { LiveEventKeys } from '#commands/log/event-mac.ts'
import { createEventReader } from '#commands/log/event-reader.ts'
import { readableOf, type StoredRows, type UnreadableRow } from '#commands/log/verify/rows.ts'
import { allEvents } from '#domain/events.ts'
import { type Decisions, OUT_OF_CHAIN } from '#commands/log/decisions.ts'
import type { OpenedAgain } from '#domain/integrity/events.ts'
import type { Finding } from './finding.ts'

/** What a decision about some findings does to the events that they are about. */
export type Effect = {
  readonly leftOut: OpenedAgain['leftOut']
  /** Events that do not go on from the one before them, and are folded all the same. */
  readonly taken: readonly { readonly position: Position }[]
  /** The findings whose place holds by now: found once more, they are news. */
  readonly mended: ReadonlySet<Finding>
}

type Log = {
  readonly rows: StoredRows
  readonly eventKeys: LiveEventKeys
  /** What was decided before: what is left out since then is no effect of another decision. */
  readonly decided: Pick<Decisions, 'leftOut'>
}

/** The check that says that nothing is where an event should be. */
const MISSING = 'position'

/**
 * Looks at what stands where something was found, as it stands now: an event that does not hold by itself is left out, and so
 * are positions at which nothing is, all that stands where more than one event does, and the later of two events that are one,
 * by id or by revision, as a genuine event may have been copied. All else that holds by itself is taken as it stands.
 */
export async function effectOf(log: Log, findings: readonly Finding[]): Promise<Effect> {
  const { head } = await log.rows.bounds()
  const leftOut = new Map<Position, OpenedAgain['leftOut'][number]>()
  const mended = new Set<Finding>()
  const held = new Map<Finding, StoredEvent>()
  for (const finding of findings) {
    const { position, through, check, found } = finding
    if (check === EACH_BY_ITSELF && through !== undefined && position >= FIRST_POSITION) {
      const failing = await failingIn(log, position, Math.min(through, head))
      for (const one of failing) leftOut.set(one.position, one)
      if (failing.length === 0) mended.add(finding)
      continue
    }
    if (through !== undefined || position > head) continue
    // However far before: nobody looks through what is in between.
    const [row, another] = await rowsFrom(log.rows, position, position < FIRST_POSITION ? position : head)
    if (position < FIRST_POSITION) {
      if (row?.position === position) leftOut.set(position, { position, ...typeOf(row) })
      continue
    }
    if (row?.position !== position) {
      if (log.rows.isGapless) leftOut.set(position, stretch(position, (row?.position ?? head + 1) - 1))
    } else if (another?.position === position) leftOut.set(position, { position })
    else if ('unreadable' in row || !(await holds(log, row))) leftOut.set(position, { position, ...typeOf(row) })
    else {
      held.set(finding, row)
      if (BY_ITSELF.has(check) || (check === MISSING && found.startsWith('nothing'))) mended.add(finding)
    }
  }
  for (const copy of await copiesOf(log, [...held.values()], leftOut))
    leftOut.set(copy.position, { position: copy.position, ...typeOf(copy) })
  const taken = [...held].flatMap(([{ check }, { position }]) =>
    OUT_OF_CHAIN.has(check) && !leftOut.has(position) ? [position] : [],
  )
  return {
    leftOut: joined([...leftOut.values()]),
    taken: [...new Set(taken)].map((position) => ({ position })),
    mended,
  }
}

type Left = OpenedAgain['leftOut'][number]

/** What of a stretch does not hold by itself as it stands now, or is not there. */
async function failingIn(log: Log, from: Position, to: Position): Promise<readonly Left[]> {
  const failing: Left[] = []
  let due = from
  for await (const page of log.rows.pages(to, from - 1)) {
    await learnKeys(log.eventKeys, readableOf(page))
    for (const row of page) {
      if (log.rows.isGapless && row.position > due) failing.push(stretch(due, row.position - 1))
      if (!isWhole(log, row)) failing.push({ position: row.position, ...typeOf(row) })
      due = row.position + 1
    }
  }
  if (log.rows.isGapless && due <= to) failing.push(stretch(due, to))
  return failing
}

/** In order, and as stretches where one follows the other: of one type, or nobody knows of which. */
function joined(places: readonly Left[]): Left[] {
  const all: Left[] = []
  for (const one of places.toSorted((place, other) => place.position - other.position)) {
    const before = all.at(-1)
    const isNext = before !== undefined && one.position === (before.through ?? before.position) + 1
    if (!isNext) all.push(one)
    else
      all[all.length - 1] = {
        ...{ position: before.position, through: one.through ?? one.position },
        ...(before.type === undefined || before.type !== one.type ? {} : { type: one.type }),
      }
  }
  return all
}

/** Of all rows that are one with any of these events, those behind the first that holds by itself and is not left out. */
async function copiesOf(
  log: Log,
  events: readonly StoredEvent[],
  leftOut: ReadonlyMap<Position, unknown>,
): Promise<readonly StoredEvent[]> {
  if (events.length === 0) return []
  const known = new Set<string>()
  const copies: StoredEvent[] = []
  const asked = new Map(events.map((event) => [event.position, event]))
  for (const row of await log.rows.sameAs([...asked.values()])) {
    if (leftOut.has(row.position) || log.decided.leftOut(row.position) !== undefined) continue
    if (row.position < FIRST_POSITION) {
      copies.push(row)
      continue
    }
    if (!(await holds(log, row))) continue
    const names = [row.id, `${row.stream} ${row.revision}`]
    if (names.some((name) => known.has(name))) copies.push(row)
    for (const name of names) known.add(name)
  }
  return copies
}

type Row = StoredEvent | UnreadableRow

/** The first rows from a position on: more than one where there is one. */
async function rowsFrom(rows: StoredRows, position: Position, head: Position): Promise<readonly Row[]> {
  for await (const page of rows.pages(head, position - 1)) if (page[0] !== undefined) return page.slice(0, 2)
  return []
}

const stretch = (position: Position, through: Position) => (position === through ? { position } : { position, through })

const reader = createEventReader(allEvents)

/** Whether the portal wrote it as it stands, and can read it. That a person's key is lost is no matter of the event. */
async function holds(log: Log, row: Row): Promise<boolean> {
  await learnKeys(log.eventKeys, readableOf([row]))
  return isWhole(log, row)
}

function isWhole({ eventKeys }: Log, row: Row): boolean {
  if ('unreadable' in row) return false
  if (faultOf(row, checkEvent(row, eventKeys)) !== undefined) return false
  try {
    reader.decode(row, new Map())
    return true
  } catch {
    return false
  }
}

/** Only where the hash holds is it the type that it was written with. */
function typeOf(row: Row): { readonly type?: string } {
  if ('unreadable' in row || !checkEvent(row, { of: () => undefined }).holds) return {}
  return { type: row.type in allEvents ? row.type : 'unknown' }
}
