import { createDifferences, type Difference } from '#commands/log/verify/difference.ts'
import { checkEvent, faultOf, learnKeys } from '#commands/log/event-hash.ts'
import type { StoredEvent } from '#commands/log/event-log.ts'
import type { LiveEventKeys } from '#commands/log/event-mac.ts'
import {
  endCutOff,
  keptOtherwise,
  lessThanSaid,
  moreThanSaid,
  nothingUntil,
  sealCheck,
  sealedOtherwise,
  sealFileCut,
} from '#commands/log/verify/log-ends.ts'
import {
  digestOf,
  isSameSeal,
  isSignedBy,
  NOTHING_ROLLED,
  type Rolled,
  rollOn,
  sealIn,
  type SealKeys,
} from '#commands/log/seals/seal.ts'
import { readableOf, type StoredRows, type UnreadableRow } from '#commands/log/verify/rows.ts'
import { readSealsOfFile, type SealsOfFile } from '#commands/log/verify/seals.ts'
import type { Seal } from '#domain/seal/events.ts'

type LastSeals = {
  readonly rows: StoredRows
  readonly sealKeys: SealKeys
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
  const { rows, sealKeys, eventKeys, sealFile } = last
  const differences = createDifferences()
  const differs = differences.add
  // In this order, as others may be writing: what the file has is in the log by then.
  const file = await readSealsOfFile(sealKeys, sealFile, differs)
  const { last: end, head } = await rows.bounds()
  const sealRows = (await rows.sealRows()).filter(({ position }) => position <= head)
  await learnKeys(eventKeys, sealRows)
  // What somebody else put into their stream is told of as an event that the portal did not write.
  const ours = sealRows.filter((row) => faultOf(row, checkEvent(row, eventKeys)) === undefined)
  const seals = ours.map((row): Found => ({ row, seal: sealIn(row.data) }))
  checkFile(file, seals, differs)
  const newest = seals.slice(-SEALS)
  for (const { row, seal } of newest) {
    const check = sealCheck(row, seal)
    const place = { position: row.position, stream: row.stream, check }
    if (seal === undefined) differs({ ...place, expected: 'a seal', found: row.data.slice(0, 120) })
    else if (!isSignedBy(sealKeys, seal))
      differs({ ...place, expected: 'the signature of the seal key', found: `key ${seal.keyId}, not signed by it` })
  }
  const known = newest.flatMap(({ seal }) => (seal !== undefined && isSignedBy(sealKeys, seal) ? [seal] : []))
  const isAll = seals.length < SEALS
  const [from = NOTHING_ROLLED, held] = isAll ? [NOTHING_ROLLED, known] : [known[0], known.slice(1)]
  // What no seal of the end helps with is for the whole check; where positions are no numbers of events, none is in between.
  const isShort = !rows.isGapless || head - from.position <= MOST_EVENTS
  const stretch = isShort ? { from, held } : { from: { ...NOTHING_ROLLED, position: head - MOST_EVENTS }, held: [] }
  await checkEvents(last, { ...stretch, head }, differs)
  if (end > head) differs(moreThanSaid(head, end))
  return differences.list()
}

type Found = { readonly row: StoredEvent; readonly seal: Seal | undefined }

/** What the file has, the log has; where the log has seals there is a file. */
function checkFile(file: SealsOfFile, seals: readonly Found[], differs: (difference: Difference) => void): void {
  for (const filed of file.seals) {
    const { row, seal } = seals[filed.number - 1] ?? {}
    if (row === undefined) {
      differs(endCutOff(file.seals.at(-1) ?? filed, 'the file'))
      break
    }
    if (seal === undefined || isSameSeal(filed, seal)) continue
    const place = { position: row.position, stream: row.stream, check: sealCheck(row, seal) }
    differs({ ...place, ...keptOtherwise(filed, 'the file', seal) })
  }
  // A crash keeps the log's last seal from it, the very first too.
  const last = seals.findLast(({ seal }) => seal !== undefined)?.seal
  if (seals.length > 1 && !file.exists && last !== undefined) differs(sealFileCut(file.path, 0, last))
}

type Stretch = { readonly from: Rolled; readonly held: readonly Seal[]; readonly head: number }

/** Rolls from one seal over those behind it to the end of the log; goes on behind what does not hold. */
async function checkEvents(
  { rows, eventKeys }: LastSeals,
  { from, held, head }: Stretch,
  differs: (difference: Difference) => void,
): Promise<void> {
  let taken = 0
  let rolled = from
  let before = from.position
  const sealed = new Map(held.map((seal) => [seal.position, seal]))

  function take(row: StoredEvent | UnreadableRow): void {
    const { position } = row
    const due = rolled.position + 1
    if (rows.isGapless && position !== due) differs(nothingUntil(due, position))
    if ('unreadable' in row) {
      differs({ position, check: 'row', expected: 'an event', found: row.unreadable })
      rolled = { ...rolled, position }
      return
    }
    const fault = faultOf(row, checkEvent(row, eventKeys))
    if (fault !== undefined) differs({ position, stream: row.stream, ...fault })
    rolled = rollOn(rolled, row, digestOf(row))
    const seal = sealed.get(position)
    if (seal === undefined) return
    if (seal.count !== rolled.count || seal.hash !== rolled.hash) differs(sealedOtherwise(seal, before, rolled))
    before = position
    rolled = { position, count: seal.count, hash: seal.hash }
  }

  for await (const page of rows.pages(head, from.position)) {
    await learnKeys(eventKeys, readableOf(page))
    for (const row of page) take(row)
    taken += page.length
    if (taken > MOST_EVENTS) return
  }
  if (rolled.position < head) differs(lessThanSaid(head, rolled.position))
}
