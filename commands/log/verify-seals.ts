import type { KeyObject } from 'node:crypto'
import { Seal } from '#domain/seal/events.ts'
import type { Difference } from './difference.ts'
import type { Position, StoredEvent } from './event-log.ts'
import type { Differs, LogCheck } from './log-check.ts'
import { hasSealFile, readSealFile, SealsDisagree } from './seal-file.ts'
import { isSameSeal, isSignedBy, NOTHING_ROLLED, rollOn, SEAL_STREAM, SEAL_TYPE } from './seal.ts'
import type { SecondPlace } from './second-place.ts'
import type { StoredRows } from './verify-rows.ts'

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
  /** The number of the last seal that the file must have; 0 for a copy, which may be old. */
  readonly due: number
}

/**
 * Checks the log's seals and those that are kept elsewhere against what is really there. Keeps the seals: some 300 bytes per
 * 1,000 events.
 */
export function createSealCheck(
  publicKey: KeyObject,
  { file, second: asked, due: dueInFile }: KeptSeals,
  logRows: readonly StoredEvent[],
  differs: Differs,
) {
  const byPosition = new Map<Position, Seal[]>()
  // One that nobody signed is named at its own place.
  const logSeals = logRows.flatMap((row) => parse(row) ?? []).filter((seal) => isSignedBy(publicKey, seal))
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

  /** What does not hold of one event of the seals' stream; the seal, where it is one and the portal's. */
  function look(row: StoredEvent): { readonly seal?: Seal; readonly wrong?: Pick<Difference, 'expected' | 'found'> } {
    const seal = parse(row)
    if (seal === undefined) return { wrong: { expected: 'a seal', found: row.data.slice(0, 120) } }
    if (row.stream !== SEAL_STREAM) return { wrong: { expected: `the stream ${SEAL_STREAM}`, found: row.stream } }
    if (!isSignedBy(publicKey, seal))
      return { wrong: { expected: 'the signature of the seal key', found: `key ${seal.keyId}, not signed by it` } }
    const due = (held.at(-1)?.number ?? 0) + 1
    if (seal.number !== due) return { seal, wrong: { expected: `number ${due}`, found: `number ${seal.number}` } }
    if (seal.position >= row.position || seal.position <= (held.at(-1)?.position ?? 0))
      return {
        seal,
        wrong: { expected: 'a later position than the seal before, behind it', found: `${seal.position}` },
      }
    for (const { name, of } of byNumber) {
      const theirs = of.get(seal.number)
      if (theirs !== undefined && !isSameSeal(theirs, seal))
        return { seal, wrong: { expected: `as in ${name}: ${theirs.hash}`, found: `in the log: ${seal.hash}` } }
    }
    return { seal }
  }

  /** One event of the seals' stream, at its place. */
  function placed(row: StoredEvent): void {
    const { seal, wrong } = look(row)
    const { position, stream } = row
    if (wrong !== undefined) differs({ position, stream, check: `seal ${row.revision + 1}`, ...wrong })
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
      const [expected, found] =
        wrong.count === count ? [`rolling hash ${wrong.hash}`, hash] : [`${wrong.count} events`, `${count} events`]
      differs({ position: sealedTo + 1, through: position, check: `seal ${wrong.number}`, expected, found })
      rolled = { position, count: wrong.count, hash: wrong.hash }
    }
    sealedTo = position
    unsealed = 0
  }

  /** Those too whose last event is no longer there. */
  function compareUpTo(position: Position): void {
    for (let place = places[compared]; place !== undefined && place <= position; place = places[compared]) {
      compared += 1
      compare(place)
    }
  }

  return {
    event(row: StoredEvent): void {
      compareUpTo(row.position - 1)
      if (row.type === SEAL_TYPE || row.stream === SEAL_STREAM) placed(row)
      rolled = rollOn(rolled, row)
      unsealed += 1
      compareUpTo(row.position)
    },

    /** What is missing at the end: a cut tail, a missing file, or one that was cut. */
    end(last: Position): void {
      compareUpTo(last)
      const known = new Set(held.map(({ number }) => number))
      for (const { name, seals } of kept) {
        const beyond = seals.find(({ position }) => position > last) ?? seals.find(({ number }) => !known.has(number))
        if (beyond === undefined) continue
        const expected = `${beyond.count} events up to position ${beyond.position}, and seal ${beyond.number} behind them`
        const found = `the log ends at ${last} with ${held.length} seals: its end was cut off, or it is an old copy`
        differs({ position: last + 1, check: `seal ${beyond.number} of ${name}`, expected, found })
      }
      // A crash keeps the log's last seal from it, the very first too.
      if (held.length > 1 && !file.exists) {
        const found = 'none: it was removed, and with it what could tell whether the end of the log was cut off'
        differs({ position: last + 1, check: 'seal file', expected: `${held.length} seals in ${file.path}`, found })
      } else if (lastOf(file) < dueInFile) {
        const found = `it ends with seal ${lastOf(file)}: its end was cut off, or it is an old copy`
        differs({ position: last + 1, check: 'seal file', expected: `seal ${dueInFile} in ${file.path}`, found })
      }
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
      ...(asked === undefined ? [`Whether log and seals were cut together: ${NO_SECOND_PLACE}`] : []),
      ...(away === undefined ? [] : [`Whether the second place knows other seals: ${away}`]),
    ],
  } satisfies LogCheck & { totals(): SealTotals }
}

const NO_SECOND_PLACE = 'the seals have no second place (SEALS_DIR or SEALS_URL)'

const lastOf = ({ seals }: { readonly seals: readonly Seal[] }): number => seals.at(-1)?.number ?? 0
const capital = (text: string): string => text.replace(/^the /, 'The ')

function parse(row: StoredEvent): Seal | undefined {
  try {
    return Seal.parse(JSON.parse(row.data))
  } catch {
    return undefined
  }
}

type Asked = {
  readonly publicKey: KeyObject
  readonly rows: Pick<StoredRows, 'sealRows'>
  readonly sealFile: string
  /** Whether the file is a copy, which may be old. */
  readonly isCopy: boolean
  readonly secondPlace: SecondPlace | undefined
  readonly differs: Differs
}

/** Reads what is kept elsewhere. Afterwards the log must be read: what is here is in it by then. */
export async function readKeptSeals({
  publicKey,
  rows,
  sealFile,
  isCopy,
  secondPlace,
  differs,
}: Asked): Promise<KeptSeals> {
  // A seal goes into the log first: of those that are there by now a crash keeps the last from the file, and no other.
  const due = isCopy ? 0 : (await rows.sealRows()).length - 1
  const file = await readSealsOfFile(publicKey, sealFile, differs)
  return { file, second: secondPlace && (await readSealsOfPlace(publicKey, secondPlace, differs)), due }
}

/** The last signed seals that the second place holds, in order. */
export type SealsOfPlace = { readonly name: string; readonly seals: readonly Seal[] }

/** Asks the second place for its last seals; why it could not be asked, where it is away. */
async function readSealsOfPlace(
  publicKey: KeyObject,
  place: SecondPlace,
  differs: (difference: Difference) => void,
): Promise<SealsOfPlace | { readonly away: string }> {
  const name = `the second place (${place.name})`
  const all = await place.last().catch((error: unknown) => ({ error }))
  if ('error' in all) {
    const found = all.error instanceof Error ? all.error.message : String(all.error)
    if (!(all.error instanceof SealsDisagree)) return { away: found }
    differs({ position: 1, check: name, expected: 'seals', found })
    return { name, seals: [] }
  }
  const seals: Seal[] = []
  for (const seal of all) {
    const position = (seals.at(-1)?.position ?? 0) + 1
    if (isSignedBy(publicKey, seal)) seals.push(seal)
    else differs({ position, check: name, expected: 'the signature of the seal key', found: `seal ${seal.number}` })
  }
  return { name, seals }
}

/** The signed seals of a file, in order. */
export type SealsOfFile = { readonly path: string; readonly exists: boolean; readonly seals: readonly Seal[] }

/** Reads the seals of the file outside the database: in order, and signed. */
export async function readSealsOfFile(publicKey: KeyObject, path: string, differs: Differs): Promise<SealsOfFile> {
  const exists = await hasSealFile(path)
  const seals = new Map<number, Seal>()
  let before: Seal | undefined
  for await (const { line, seal, wrong } of readSealFile(path)) {
    const place = { position: (before?.position ?? 0) + 1, check: `line ${line} of ${path}` }
    if (seal === undefined) {
      differs({ ...place, expected: 'a seal', found: wrong ?? '' })
      continue
    }
    if (!isSignedBy(publicKey, seal)) {
      differs({ ...place, expected: 'the signature of the seal key', found: 'another' })
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
