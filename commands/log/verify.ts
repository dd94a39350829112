import type { KeyObject } from 'node:crypto'
import { allEvents } from '#domain/events.ts'
import { createDifferences, type Difference } from './difference.ts'
import { checkEvent, unsigned } from './event-hash.ts'
import type { Position, StoredEvent } from './event-log.ts'
import { type EventKeys, NO_EVENT_KEYS } from './event-mac.ts'
import { createEventReader } from './event-reader.ts'
import { NOTHING_ROLLED, rollOn, SEAL_STREAM, SEAL_TYPE } from './seal.ts'
import { createMoneyCheck, type MoneyTotals } from '#commands/money/ledger/verify-money.ts'
import type { StoredRows, UnreadableRow } from './verify-rows.ts'
import { createSealCheck, readSealsOfFile, type SealTotals } from './verify-seals.ts'

export type Verification = {
  /** Events that were looked at. */
  readonly events: number
  readonly streams: number
  readonly head: Position
  readonly money: MoneyTotals
  readonly seals: SealTotals
  /** What is no difference and should be said. */
  readonly notes: readonly string[]
  /** What nothing was held against. */
  readonly unchecked: readonly string[]
  /** What does not hold, in order of position: the first thousand that were found. */
  readonly differences: readonly Difference[]
  /** How many there are in all. */
  readonly different: number
}

export type VerifyOptions = {
  readonly rows: StoredRows
  readonly publicKey: KeyObject
  /** By which the events' MACs are checked; undefined where they are not at hand: then that is said. */
  readonly eventKeys: Pick<EventKeys, 'of'> | undefined
  /** The file outside the database that has the seals. */
  readonly sealFile: string
  /** Told after each page. */
  readonly progress?: (position: Position, head: Position) => void
}

type StreamEnd = { readonly revision: number; readonly hash: string }

/**
 * Walks the stored rows once, from the first to the last: positions without a gap, revisions and hashes of every stream,
 * who wrote each event, seals of log and file, the money. Goes on behind what does not hold, from what is there, so that
 * one change is one difference and not a hundred. Nothing is decrypted, so erased people change nothing. Keeps the end of
 * every stream (some 250 bytes each) and what the money's check keeps.
 */
export async function verifyLog({
  rows,
  publicKey,
  eventKeys,
  sealFile,
  progress,
}: VerifyOptions): Promise<Verification> {
  const differences = createDifferences()
  // In this order, as the portal may be writing: what the file has is in the log by then, and so is every seal up to head.
  const file = await readSealsOfFile(publicKey, sealFile, differences.add)
  const { first, last, head } = await rows.bounds()
  const seals = createSealCheck(publicKey, file, await rows.sealRows(), differences.add)
  const money = createMoneyCheck()
  const reader = createEventReader(allEvents)
  const streams = new Map<string, StreamEnd>()
  let rolled = NOTHING_ROLLED
  let recordedAt = ''

  function check(row: StoredEvent | UnreadableRow): void {
    const { position } = row
    const due = rolled.position + 1
    if (position !== due) {
      const found = position < due ? `a second event at ${position}` : `nothing until ${position}`
      const place = Math.min(due, position)
      differences.add({ position: place, check: 'position', expected: `an event at ${due}`, found })
    }
    if (position < due) return
    if ('unreadable' in row) {
      differences.add({ position, check: 'row', expected: 'an event', found: row.unreadable })
      rolled = { ...rolled, position }
      return
    }
    checkRow(row)
    rolled = seals.rolled(rollOn(rolled, row))
  }

  function checkRow(row: StoredEvent): void {
    const { position, stream, revision, type } = row
    const differs = (check: string, expected: string, found: string) =>
      differences.add({ position, stream, check, expected, found })
    const end = streams.get(stream) ?? { revision: -1, hash: '' }
    const { hash, prev, holds, mac, keyId } = checkEvent(row, eventKeys ?? NO_EVENT_KEYS)
    if (revision !== end.revision + 1) differs('revision', `revision ${end.revision + 1}`, `revision ${revision}`)
    else if (!holds) differs('hash', `what revision ${revision} was hashed to: ${hash}`, 'other content')
    else if (prev !== end.hash) differs('hash chain', `going on from ${end.hash}`, `from ${prev}`)
    else if (eventKeys !== undefined && mac !== 'holds')
      differs('MAC', 'an event that a process of the portal wrote', unsigned(mac, keyId))
    streams.set(stream, { revision, hash })
    if (row.recordedAt < recordedAt) differs('time of recording', `${recordedAt} or later`, row.recordedAt)
    recordedAt = row.recordedAt
    if (!(type in allEvents)) differs('type', 'an event type of this version', type)
    const mismatch = checkMoney(row)
    if (mismatch !== undefined) differs('money', mismatch.expected, mismatch.found)
    if (type === SEAL_TYPE || stream === SEAL_STREAM) seals.event(row)
  }

  function checkMoney(row: StoredEvent) {
    if (!(row.type in allEvents)) return undefined
    try {
      return money.check(row.stream, reader.decode(row, NO_KEYS).event)
    } catch (error) {
      return { expected: 'an event that can be read and posted', found: String(error) }
    }
  }

  if (first < 1)
    differences.add({ position: first, check: 'position', expected: 'the first event at 1', found: `one at ${first}` })
  for await (const page of rows.pages(head)) {
    for (const row of page) check(row)
    progress?.(rolled.position, head)
  }
  const place = { position: rolled.position + 1, check: 'end of the log' }
  if (rolled.position < head)
    differences.add({
      ...place,
      expected: `${head} events, as the head row says`,
      found: `the last at ${rolled.position}`,
    })
  if (last > head)
    differences.add({ ...place, expected: `nothing behind the head row's ${head}`, found: `an event at ${last}` })
  seals.end(head)
  const { mismatch, totals } = money.end()
  if (mismatch !== undefined) differences.add({ position: head, check: 'money', ...mismatch })
  const { sealedTo } = seals.totals()
  return {
    ...{ events: rolled.count, streams: streams.size, head },
    ...{ money: totals, seals: seals.totals(), notes: seals.notes() },
    unchecked: [
      ...(eventKeys === undefined ? ['Who wrote the events: their keys are not at hand'] : []),
      ...(sealedTo < head ? [`When and in what order the last ${head - sealedTo} were written: no seal yet`] : []),
      'The keys of persons, documents and read models',
    ],
    ...{ differences: differences.list(), different: differences.count() },
  }
}

const NO_KEYS: ReadonlyMap<string, Buffer> = new Map()
