import type { KeyObject } from 'node:crypto'
import { allEvents } from '#domain/events.ts'
import type { Difference } from './difference.ts'
import { checkEvent, unsigned } from './event-hash.ts'
import type { Position, StoredEvent } from './event-log.ts'
import { type EventKeys, NO_EVENT_KEYS } from './event-mac.ts'
import { createEventReader } from './event-reader.ts'
import { NOTHING_ROLLED, rollOn, SEAL_STREAM, SEAL_TYPE } from './seal.ts'
import { createMoneyCheck, type MoneyTotals } from '#commands/money/ledger/verify-money.ts'
import type { StoredRows, UnreadableRow } from './verify-rows.ts'
import { createSealCheck, readSealsOfFile, type SealTotals } from './verify-seals.ts'

export type Verification = {
  /** Events that hold: all of them, or those before the difference. */
  readonly events: number
  readonly streams: number
  readonly head: Position
  readonly money: MoneyTotals
  readonly seals: SealTotals
  /** What is no difference and should be said. */
  readonly notes: readonly string[]
  readonly difference?: Difference
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
 * Walks the stored rows once, from the first to the last, and stops at the first that does not hold: positions without
 * a gap, revisions and hashes of every stream, seals of log and file, the money. Nothing is decrypted, so erased
 * people change nothing. Keeps the end of every stream (some 250 bytes each) and what the money's check keeps.
 */
export async function verifyLog({
  rows,
  publicKey,
  eventKeys,
  sealFile,
  progress,
}: VerifyOptions): Promise<Verification> {
  // In this order, as the portal may be writing: what the file has is in the log by then, and so is every seal up to head.
  const file = await readSealsOfFile(publicKey, sealFile)
  const { first, last, head } = await rows.bounds()
  const seals = createSealCheck(publicKey, file, await rows.sealRows())
  const money = createMoneyCheck()
  const reader = createEventReader(allEvents)
  const streams = new Map<string, StreamEnd>()
  let rolled = NOTHING_ROLLED
  let recordedAt = ''

  function check(row: StoredEvent | UnreadableRow): Difference | undefined {
    const { position } = row
    const due = rolled.position + 1
    if (position !== due) {
      const found = position < due ? `a second event at ${position}` : `nothing until ${position}`
      return { position: Math.min(due, position), check: 'position', expected: `an event at ${due}`, found }
    }
    if ('unreadable' in row) return { position, check: 'row', expected: 'an event', found: row.unreadable }
    const { stream, revision, type } = row
    const differs = (check: string, expected: string, found: string) => ({ position, check, expected, found })
    const end = streams.get(stream) ?? { revision: -1, hash: '' }
    if (revision !== end.revision + 1)
      return differs('revision', `${stream} at revision ${end.revision + 1}`, `revision ${revision}`)
    const { hash, prev, holds, mac, keyId } = checkEvent(row, eventKeys ?? NO_EVENT_KEYS)
    if (!holds) return differs('hash', `what ${stream} at revision ${revision} was hashed to: ${hash}`, 'other content')
    if (prev !== end.hash) return differs('hash chain', `${stream} going on from ${end.hash}`, `from ${prev}`)
    if (eventKeys !== undefined && mac !== 'holds')
      return differs('MAC', 'an event that a process of the portal wrote', unsigned(mac, keyId))
    if (row.recordedAt < recordedAt) return differs('time of recording', `${recordedAt} or later`, row.recordedAt)
    if (!(type in allEvents)) return differs('type', 'an event type of this version', type)
    const mismatch = checkMoney(row)
    if (mismatch !== undefined) return { position, check: 'money', ...mismatch }
    const isSeal = type === SEAL_TYPE || stream === SEAL_STREAM
    const wrongSeal = isSeal ? seals.event(row) : undefined
    if (wrongSeal !== undefined) return wrongSeal
    streams.set(stream, { revision, hash })
    recordedAt = row.recordedAt
    rolled = rollOn(rolled, row)
    return seals.rolled(rolled)
  }

  function checkMoney(row: StoredEvent) {
    try {
      return money.check(row.stream, reader.decode(row, NO_KEYS).event)
    } catch (error) {
      return { expected: 'an event that can be read and posted', found: String(error) }
    }
  }

  async function walk(): Promise<Difference | undefined> {
    if (file.difference !== undefined) return file.difference
    if (first < 1)
      return { position: first, check: 'position', expected: 'the first event at 1', found: `one at ${first}` }
    for await (const page of rows.pages(head)) {
      for (const row of page) {
        const difference = check(row)
        if (difference !== undefined) return difference
      }
      progress?.(rolled.position, head)
    }
    const place = { position: rolled.position + 1, check: 'end of the log' }
    if (rolled.position < head)
      return { ...place, expected: `${head} events, as the head row says`, found: `the last at ${rolled.position}` }
    if (last > head)
      return { ...place, expected: `nothing behind the head row's ${head}`, found: `an event at ${last}` }
    const cut = seals.end(head)
    if (cut !== undefined) return cut
    const { mismatch } = money.end()
    return mismatch === undefined ? undefined : { position: head, check: 'money', ...mismatch }
  }

  const difference = await walk()
  return {
    ...{ events: rolled.count, streams: streams.size, head },
    ...{ money: money.end().totals, seals: seals.totals() },
    notes: difference === undefined ? [...seals.notes(), ...(eventKeys === undefined ? [NOT_SIGNED] : [])] : [],
    ...(difference === undefined ? {} : { difference }),
  }
}

const NO_KEYS: ReadonlyMap<string, Buffer> = new Map()

const NOT_SIGNED =
  'Without the secrets it was not checked who wrote the events: whoever can write rows can make the hashes behind the last seal'
