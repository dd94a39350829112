import type { Seal } from '#domain/seal/events.ts'
import type { Difference } from './difference.ts'
import type { Position, StoredEvent } from '#commands/log/event-log.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { lackedBy } from './lacked-seals.ts'
import type { Differs, LogCheck } from './log-check.ts'
import { endCutOff, keptOtherwise, sealCheck, sealedOtherwise, sealFileCut, secondPlaceName } from './log-ends.ts'
import { hasSealFile, readSealFile, SealsDisagree } from '#commands/log/seals/seal-file.ts'
import { createEndsTree } from '#commands/log/seals/ends-tree.ts'
import {
  digestOf,
  goesBack,
  isSameSeal,
  isSignedBy,
  NOTHING_ROLLED,
  rollOn,
  SEAL_STREAM,
  SEAL_TYPE,
  type SealKeys,
  sealIn,
  signedSealIn,
} from '#commands/log/seals/seal.ts'
import type { SecondPlace } from '#commands/log/seals/second-place.ts'

/** What the seals come to. */
export type SealTotals = {
  readonly inLog: number
  readonly inFile: number
  /** How many of the last seals the second place gave; undefined where there is none, or it is away. */
  readonly inSecondPlace?: number
  /** Why the second place, which there is, could not be asked. */
  readonly secondPlaceAway?: string
  /** The last position that a seal of the log or of the file covers. */
  readonly sealedTo: Position
}

/** What is held against the log: the seals that are kept elsewhere. */
export type KeptSeals = {
  readonly file: SealsOfFile
  /** Why it could not be asked, where it is away; undefined where there is none. */
  readonly second: SealsOfPlace | { readonly away: string } | undefined
  /** The log's last seal before the file was read: only this one may be missing there. Undefined for a copy that may be old. */
  readonly due: Seal | undefined
}

/**
 * Checks the log's seals and those that are kept elsewhere against what is really there. `sealRows`: those of the seals'
 * stream that the portal wrote; of what somebody else put there others tell. Keeps the seals, some 400 bytes per
 * 1,000 events, and the ends of all streams, some 130 bytes each, outside the heap.
 */
export function createSealCheck(
  sealKeys: SealKeys,
  { file, second: asked, due }: KeptSeals,
  sealRows: readonly StoredEvent[],
  differs: Differs,
) {
  const byPosition = new Map<Position, Seal[]>()
  // One that nobody signed is named at its own place.
  const logSeals = sealRows.flatMap(({ data }) => signedSealIn(data, sealKeys) ?? [])
  const away = asked !== undefined && 'away' in asked ? asked.away : undefined
  const second = asked === undefined || 'away' in asked ? undefined : asked
  const kept = [{ name: 'the file', seals: file.seals }, ...(second === undefined ? [] : [second])]
  for (const seal of [...kept.flatMap(({ seals }) => seals), ...logSeals])
    byPosition.set(seal.position, [...(byPosition.get(seal.position) ?? []), seal])
  const byNumber = kept.map(({ name, seals }) => ({
    name,
    of: new Map(seals.map((seal) => [seal.number, seal])),
  }))
  const held: Seal[] = []
  const places = [...byPosition.keys()].sort((one, other) => one - other)
  let compared = 0
  let rolled = NOTHING_ROLLED
  let sealedTo = 0
  let unsealed = 0
  const ends = createEndsTree()
  /** The first seal that its events do not give: what streams end with from there on is not what was sealed. */
  let endsHeldTo: number | undefined

  /** What does not hold of one event of the seals' stream; the seal, where it is one and the portal's. */
  function look(row: StoredEvent): { readonly seal?: Seal; readonly wrong?: Pick<Difference, 'expected' | 'found'> } {
    const seal = sealIn(row.data)
    if (seal === undefined) return { wrong: { expected: 'a seal', found: row.data.slice(0, 120) } }
    if (row.stream !== SEAL_STREAM) return { wrong: { expected: `the stream ${SEAL_STREAM}`, found: row.stream } }
    if (!isSignedBy(sealKeys, seal))
      return { wrong: { expected: 'the signature of the seal key', found: `key ${seal.keyId}, not signed by it` } }
    const before = held.at(-1)
    if (goesBack(sealKeys, seal, before)) return { wrong: olderKey(seal, before) }
    const due = (before?.number ?? 0) + 1
    if (seal.number !== due) return { seal, wrong: { expected: `number ${due}`, found: `number ${seal.number}` } }
    if (seal.position >= row.position || seal.position <= (before?.position ?? 0))
      return {
        seal,
        wrong: { expected: 'a later position than the seal before, behind it', found: `${seal.position}` },
      }
    for (const { name, of } of byNumber) {
      const theirs = of.get(seal.number)
      if (theirs !== undefined && !isSameSeal(theirs, seal)) return { seal, wrong: keptOtherwise(theirs, name, seal) }
    }
    return { seal }
  }

  /** One event of the seals' stream, at its place. */
  function placed(row: StoredEvent): void {
    const { seal, wrong } = look(row)
    const { position, stream } = row
    if (wrong !== undefined) differs({ position, stream, check: sealCheck(row, sealIn(row.data)), ...wrong })
    if (seal !== undefined) held.push(seal)
  }

  /**
   * Compares the seals that end here: only they know of a change whose hashes were made again. Goes on, behind a seal that
   * does not hold, from what it says, so that the next one tells of its own events alone.
   */
  function compare(position: Position): void {
    const { count, hash } = rolled
    const seals = byPosition.get(position) ?? []
    const wrong = seals.find((seal) => seal.count !== count || seal.hash !== hash)
    if (wrong !== undefined) {
      differs(sealedOtherwise(wrong, sealedTo, rolled))
      rolled = { position, count: wrong.count, hash: wrong.hash }
      endsHeldTo ??= wrong.number
    }
    if (endsHeldTo === undefined && seals.length > 0) compareEnds(position, seals)
    sealedTo = position
    unsealed = 0
  }

  /** Whoever holds the seals' key could sign another root over the same events. */
  function compareEnds(position: Position, seals: readonly Seal[]): void {
    const { streams, root } = ends.sealed()
    const wrong = seals.find((seal) => seal.streams !== streams || seal.root !== root)
    if (wrong === undefined) return
    const said = (one: { streams: number; root: string }) =>
      `${one.streams} streams, whose ends have the root ${one.root}`
    const place = { position, check: `ends of seal ${wrong.number}` }
    differs({ ...place, expected: said(wrong), found: said({ streams, root }) })
  }

  /** Those too whose last event is no longer there. */
  function compareUpTo(position: Position): void {
    for (let place = places[compared]; place !== undefined && place <= position; place = places[compared]) {
      compared += 1
      compare(place)
    }
  }

  return {
    event(row: StoredEvent, read: Recorded | undefined): void {
      compareUpTo(row.position - 1)
      // One change is one difference: that the portal did not write it, others tell.
      if (read !== undefined && (row.type === SEAL_TYPE || row.stream === SEAL_STREAM)) placed(row)
      const digest = digestOf(row)
      rolled = rollOn(rolled, row, digest)
      ends.roll(row, digest)
      unsealed += 1
      compareUpTo(row.position)
    },

    /** What is missing at the end: a cut tail, a missing file, or one that was cut. */
    end(last: Position): void {
      compareUpTo(last)
      const known = new Set(held.map(({ number }) => number))
      for (const { name, seals } of kept) {
        const theirs = seals.at(-1)
        if (theirs !== undefined && (theirs.position > last || !known.has(theirs.number)))
          differs(endCutOff(theirs, name))
      }
      // A crash keeps the log's last seal from it, the very first too.
      if (due !== undefined && lastOf(file) < due.number - 1) differs(sealFileCut(file.path, lastOf(file), due))
    },

    totals: (): SealTotals => ({
      ...{ inLog: held.length, inFile: file.seals.length, sealedTo },
      ...(second === undefined ? {} : { inSecondPlace: second.seals.length }),
      ...(away === undefined ? {} : { secondPlaceAway: away }),
    }),

    notes(): string[] {
      if (held.length === 0) return ['The log has no seal yet: nobody could tell if its end were cut off']
      const behind = kept.filter((place) => lastOf(place) < held.length)
      return behind.map((place) => `${capital(place.name)} ends with seal ${lastOf(place)}; the log has ${held.length}`)
    },

    unchecked: () => [
      ...(unsealed === 0 ? [] : [`When and in what order the last ${unsealed} were written: no seal yet`]),
      ...(endsHeldTo === undefined ? [] : [`Where the streams end in seal ${endsHeldTo} and those behind it`]),
      ...(asked === undefined ? [`Whether log and seals were cut together: ${NO_SECOND_PLACE}`] : []),
      ...(away === undefined ? [] : [`Whether the second place knows other seals: ${away}`]),
      ...(second === undefined ? [] : lackedBy(second, held)),
    ],
  } satisfies LogCheck & { totals(): SealTotals }
}

const NO_SECOND_PLACE = 'the seals have no second place (SEALS_DIR or SEALS_URL)'

const lastOf = ({ seals }: { readonly seals: readonly Seal[] }): number => seals.at(-1)?.number ?? 0
const capital = (text: string): string => text.replace(/^the /, 'The ')

/** Of a seal that goes back to a key of before. */
const olderKey = ({ keyId }: Seal, before: Seal | undefined): Pick<Difference, 'expected' | 'found'> => ({
  ...{ expected: `the key of seal ${before?.number}, or a later one`, found: `key ${keyId}` },
})

/** The last seal among stored rows. */
function lastSigned(sealKeys: SealKeys, rows: readonly StoredEvent[]): Seal | undefined {
  for (const { data } of rows.toReversed()) {
    const seal = signedSealIn(data, sealKeys)
    if (seal !== undefined) return seal
  }
  return undefined
}

type Asked = {
  readonly sealKeys: SealKeys
  /** What the portal wrote into the seals' stream of the log. */
  readonly sealRows: () => Promise<readonly StoredEvent[]>
  readonly sealFile: string
  /** Whether the file is a copy, which may be old. */
  readonly isCopy: boolean
  readonly secondPlace: SecondPlace | undefined
  readonly differs: Differs
}

/** Reads what is kept elsewhere. Afterwards the log must be read: what is here is in it by then. */
export async function readKeptSeals({
  sealKeys,
  sealRows,
  sealFile,
  isCopy,
  secondPlace,
  differs,
}: Asked): Promise<KeptSeals> {
  // A seal goes into the log first: of those that are there by now a crash keeps the last from the file, and no other.
  const last = lastSigned(sealKeys, await sealRows())
  const file = await readSealsOfFile(sealKeys, sealFile, differs)
  const due = isCopy && file.exists ? undefined : last
  return { file, second: secondPlace && (await readSealsOfPlace(sealKeys, secondPlace, differs)), due }
}

/** The last signed seals that the second place holds, in order. */
export type SealsOfPlace = { readonly name: string; readonly seals: readonly Seal[] }

/** Asks the second place for its last seals; why it could not be asked, where it is away. */
async function readSealsOfPlace(
  sealKeys: SealKeys,
  place: SecondPlace,
  differs: (difference: Difference) => void,
): Promise<SealsOfPlace | { readonly away: string }> {
  const name = secondPlaceName(place)
  const all = await place.last().catch((error: unknown) => ({ error }))
  if ('error' in all) {
    const found = all.error instanceof Error ? all.error.message : String(all.error)
    if (!(all.error instanceof SealsDisagree)) return { away: found }
    differs({ position: 1, check: name, expected: 'seals', found })
    return { name, seals: [] }
  }
  const seals: Seal[] = []
  for (const seal of all) {
    const before = seals.at(-1)
    const place = { position: (before?.position ?? 0) + 1, check: name }
    const found = `seal ${seal.number}, signed ${seal.signature}`
    if (!isSignedBy(sealKeys, seal)) differs({ ...place, expected: 'the signature of the seal key', found })
    else if (goesBack(sealKeys, seal, before)) differs({ ...place, ...olderKey(seal, before) })
    else seals.push(seal)
  }
  return { name, seals }
}

/** The signed seals of a file, in order. */
export type SealsOfFile = { readonly path: string; readonly exists: boolean; readonly seals: readonly Seal[] }

/** Reads the seals of the file outside the database: in order, and signed. */
export async function readSealsOfFile(sealKeys: SealKeys, path: string, differs: Differs): Promise<SealsOfFile> {
  const exists = await hasSealFile(path)
  const seals = new Map<number, Seal>()
  let before: Seal | undefined
  for await (const { line, seal, wrong } of readSealFile(path)) {
    const place = { position: (before?.position ?? 0) + 1, check: `line ${line} of ${path}` }
    if (seal === undefined) {
      differs({ ...place, expected: 'a seal', found: wrong ?? '' })
      continue
    }
    if (!isSignedBy(sealKeys, seal)) {
      differs({ ...place, expected: 'the signature of the seal key', found: `another: ${seal.signature}` })
      continue
    }
    if (goesBack(sealKeys, seal, before)) {
      differs({ ...place, ...olderKey(seal, before) })
      continue
    }
    // Two processes that took turns may both have written it; one that stood still meanwhile, much later.
    const known = seals.get(seal.number)
    if (known !== undefined && isSameSeal(known, seal)) continue
    const due = (before?.number ?? 0) + 1
    if (seal.number !== due) differs({ ...place, expected: `seal ${due}`, found: `seal ${seal.number}` })
    if (seal.number < due) continue
    seals.set(seal.number, seal)
    before = seal
  }
  return { path, exists, seals: [...seals.values()] }
}
