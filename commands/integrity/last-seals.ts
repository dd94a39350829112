import type { KeyObject } from 'node:crypto'
import { createDifferences, type Difference } from '#commands/log/difference.ts'
import { checkEvent, learnKeys, unsigned } from '#commands/log/event-hash.ts'
import type { StoredEvent } from '#commands/log/event-log.ts'
import type { LiveEventKeys } from '#commands/log/event-mac.ts'
import { isSameSeal, isSignedBy, NOTHING_ROLLED, type Rolled, rollOn } from '#commands/log/seal.ts'
import { readableOf, type StoredRows, type UnreadableRow } from '#commands/log/verify-rows.ts'
import { readSealsOfFile, type SealsOfFile } from '#commands/log/verify-seals.ts'
import { Seal } from '#domain/seal/events.ts'

type LastSeals = {
  readonly rows: StoredRows
  readonly publicKey: KeyObject
  readonly eventKeys: LiveEventKeys
  /** The file outside the database that has the seals. */
  readonly sealFile: string
}

/** So many seals of the end are checked whole; those before, and all that they cover, are for the whole check. */
const SEALS = 3
/** A seal comes after 1,000 events; a log that nobody has sealed is not read from its beginning. */
const MOST_EVENTS = 20_000

/**
 * What a start can say in a moment, however long the log is: whether the seals of log and file are the same and signed,
 * the events behind the last but one seal give what the last one says, each was written by the portal, and the log ends
 * where it says that it does. Reads the seals (some 300 bytes per 1,000 events) and a few thousand events.
 */
export async function checkLastSeals(last: LastSeals): Promise<readonly Difference[]> {
  const { rows, publicKey, sealFile } = last
  const differences = createDifferences()
  const differs = differences.add
  // In this order, as others may be writing: what the file has is in the log by then.
  const file = await readSealsOfFile(publicKey, sealFile, differs)
  const { last: end, head } = await rows.bounds()
  const seals = (await rows.sealRows()).filter(({ position }) => position <= head).map(sealIn)
  checkFile(file, seals, head, differs)
  const newest = seals.slice(-SEALS)
  for (const { row, seal } of newest) {
    const check = `seal ${row.revision + 1}`
    const place = { position: row.position, stream: row.stream, check }
    if (seal === undefined) differs({ ...place, expected: 'a seal', found: row.data.slice(0, 120) })
    else if (!isSignedBy(publicKey, seal))
      differs({ ...place, expected: 'the signature of the seal key', found: `key ${seal.keyId}, not signed by it` })
  }
  const known = newest.flatMap(({ seal }) => (seal !== undefined && isSignedBy(publicKey, seal) ? [seal] : []))
  const isAll = seals.length < SEALS
  const [from = NOTHING_ROLLED, held] = isAll ? [NOTHING_ROLLED, known] : [known[0], known.slice(1)]
  // What no seal of the end helps with is for the whole check.
  const isShort = head - from.position <= MOST_EVENTS
  const stretch = isShort ? { from, held } : { from: { ...NOTHING_ROLLED, position: head - MOST_EVENTS }, held: [] }
  await checkEvents(last, { ...stretch, head }, differs)
  const place = { position: head + 1, check: 'end of the log' }
  if (end > head) differs({ ...place, expected: `nothing behind the head row's ${head}`, found: `an event at ${end}` })
  return differences.list()
}

type Found = { readonly row: StoredEvent; readonly seal: Seal | undefined }

function sealIn(row: StoredEvent): Found {
  try {
    return { row, seal: Seal.parse(JSON.parse(row.data)) }
  } catch {
    return { row, seal: undefined }
  }
}

/** What the file has, the log has; where the log has seals there is a file. */
function checkFile(
  file: SealsOfFile,
  seals: readonly Found[],
  head: number,
  differs: (difference: Difference) => void,
): void {
  const lost = file.seals.find((filed) => {
    const seal = seals[filed.number - 1]?.seal
    return seal === undefined || !isSameSeal(filed, seal)
  })
  if (lost !== undefined) {
    const expected = `${lost.count} events up to position ${lost.position}, and seal ${lost.number} behind them`
    const found = `the log ends at ${head} with ${seals.length} seals, and this is none of them`
    differs({ position: Math.min(lost.position, head + 1), check: `seal ${lost.number} of the file`, expected, found })
  }
  // A crash keeps the log's last seal from it, the very first too.
  if (seals.length > 1 && !file.exists) {
    const found = 'none: nobody can tell whether the end of the log was cut off'
    differs({ position: head + 1, check: 'seal file', expected: `${seals.length} seals in ${file.path}`, found })
  }
}

type Stretch = { readonly from: Rolled; readonly held: readonly Seal[]; readonly head: number }

/** Rolls from one seal over those behind it to the end of the log; goes on behind what does not hold. */
async function checkEvents(
  { rows, eventKeys }: LastSeals,
  { from, held, head }: Stretch,
  differs: (difference: Difference) => void,
): Promise<void> {
  let rolled = from
  let before = from.position
  const sealed = new Map(held.map((seal) => [seal.position, seal]))

  function take(row: StoredEvent | UnreadableRow): void {
    const { position } = row
    const due = rolled.position + 1
    if (position !== due)
      differs({ position: due, check: 'position', expected: `an event at ${due}`, found: `nothing until ${position}` })
    if ('unreadable' in row) {
      differs({ position, check: 'row', expected: 'an event', found: row.unreadable })
      rolled = { ...rolled, position }
      return
    }
    const { hash, holds, mac, keyId } = checkEvent(row, eventKeys)
    const differ = (check: string, expected: string, found: string) =>
      differs({ position, stream: row.stream, check, expected, found })
    if (!holds) differ('hash', `what revision ${row.revision} was hashed to: ${hash}`, 'other content')
    else if (mac !== 'holds') differ('MAC', 'an event that a process of the portal wrote', unsigned(mac, keyId))
    rolled = rollOn(rolled, row)
    const seal = sealed.get(position)
    if (seal === undefined) return
    if (seal.count !== rolled.count || seal.hash !== rolled.hash) {
      const [expected, found] =
        seal.count === rolled.count
          ? [`rolling hash ${seal.hash}`, rolled.hash]
          : [`${seal.count} events`, `${rolled.count} events`]
      differs({ position: before + 1, through: position, check: `seal ${seal.number}`, expected, found })
    }
    before = position
    rolled = { position, count: seal.count, hash: seal.hash }
  }

  for await (const page of rows.pages(head, from.position)) {
    await learnKeys(eventKeys, readableOf(page))
    for (const row of page) take(row)
  }
  if (rolled.position >= head) return
  const expected = `${head} events, as the head row says`
  differs({ position: rolled.position + 1, check: 'end of the log', expected, found: `the last at ${rolled.position}` })
}
