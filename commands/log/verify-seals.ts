import type { KeyObject } from 'node:crypto'
import { Seal } from '#domain/seal/events.ts'
import type { Difference } from './difference.ts'
import type { Position, StoredEvent } from './event-log.ts'
import { hasSealFile, readSealFile } from './seal-file.ts'
import { isSameSeal, isSignedBy, type Rolled, SEAL_STREAM } from './seal.ts'

/** What the seals come to. */
export type SealTotals = {
  readonly inLog: number
  readonly inFile: number
  /** The last position that a seal of the log or of the file covers. */
  readonly sealedTo: Position
}

/**
 * Checks the log's seals and those of the file against what is really there: `rolled` after every event, `event` for
 * each event of the seals' stream, `end` at the last one. Keeps the seals: some 300 bytes per 1,000 events.
 */
export function createSealCheck(publicKey: KeyObject, file: SealsOfFile, logRows: readonly StoredEvent[]) {
  const byPosition = new Map<Position, Seal[]>()
  // One that nobody signed is named at its own place.
  const logSeals = logRows.flatMap((row) => parse(row) ?? []).filter((seal) => isSignedBy(publicKey, seal))
  for (const seal of [...file.seals, ...logSeals])
    byPosition.set(seal.position, [...(byPosition.get(seal.position) ?? []), seal])
  const held: Seal[] = []
  let sealedTo = 0
  let before = 0

  return {
    /** Compares the seals that end here. Only they know of a change whose hashes were made again. */
    rolled({ position, count, hash }: Rolled): Difference | undefined {
      for (const seal of byPosition.get(position) ?? []) {
        const from = before + 1
        if (seal.count !== count) return at(from, position, seal, `${seal.count} events`, `${count} events`)
        if (seal.hash !== hash) return at(from, position, seal, `rolling hash ${seal.hash}`, hash)
        sealedTo = position
      }
      if (byPosition.has(position)) before = position
      return undefined
    },

    /** One event of the seals' stream, at its place. */
    event(row: StoredEvent): Difference | undefined {
      const place = { position: row.position, check: `seal ${row.revision + 1}` }
      const seal = parse(row)
      if (seal === undefined) return { ...place, expected: 'a seal', found: row.data.slice(0, 120) }
      if (row.stream !== SEAL_STREAM) return { ...place, expected: `the stream ${SEAL_STREAM}`, found: row.stream }
      if (!isSignedBy(publicKey, seal))
        return { ...place, expected: 'the signature of the seal key', found: `key ${seal.keyId}, not signed by it` }
      const due = held.length + 1
      if (seal.number !== due) return { ...place, expected: `number ${due}`, found: `number ${seal.number}` }
      if (seal.position >= row.position || seal.position <= (held.at(-1)?.position ?? 0))
        return { ...place, expected: 'a later position than the seal before, behind it', found: `${seal.position}` }
      const filed = file.seals[seal.number - 1]
      if (filed !== undefined && !isSameSeal(filed, seal))
        return { ...place, expected: `as in the file: ${filed.hash}`, found: `in the log: ${seal.hash}` }
      held.push(seal)
      return undefined
    },

    /** What is missing at the end: a cut tail, a missing file. */
    end(last: Position): Difference | undefined {
      const beyond = file.seals.find(({ position }) => position > last) ?? file.seals[held.length]
      if (beyond !== undefined) {
        const expected = `${beyond.count} events up to position ${beyond.position}, and seal ${beyond.number} behind them`
        const found = `the log ends at ${last} with ${held.length} seals: its end was cut off`
        return { position: last + 1, check: `seal ${beyond.number} of the file`, expected, found }
      }
      if (held.length > 0 && !file.exists) {
        const found = 'none: nobody can tell whether the end of the log was cut off'
        return { position: last + 1, check: 'seal file', expected: `${held.length} seals in ${file.path}`, found }
      }
      return undefined
    },

    totals: (): SealTotals => ({ inLog: held.length, inFile: file.seals.length, sealedTo }),

    /** What is no difference and should be said. */
    notes(): string[] {
      if (held.length === 0) return ['The log has no seal yet: nobody could tell if its end were cut off']
      if (file.seals.length >= held.length) return []
      return [`The seal file ends with seal ${file.seals.length}; the log has ${held.length}`]
    },
  }
}

function at(from: Position, through: Position, seal: Seal, expected: string, found: string): Difference {
  return { position: from, through, check: `seal ${seal.number}`, expected, found }
}

function parse(row: StoredEvent): Seal | undefined {
  try {
    return Seal.parse(JSON.parse(row.data))
  } catch {
    return undefined
  }
}

/** The seals of a file up to the first line that is none, which is the difference. */
export type SealsOfFile = {
  readonly path: string
  readonly exists: boolean
  readonly seals: readonly Seal[]
  readonly difference?: Difference
}

/** Reads the seals of the file outside the database: in order, and signed. */
export async function readSealsOfFile(publicKey: KeyObject, path: string): Promise<SealsOfFile> {
  const exists = await hasSealFile(path)
  const seals: Seal[] = []
  const until = (difference: Difference): SealsOfFile => ({ path, exists, seals, difference })
  for await (const { line, seal, wrong } of readSealFile(path)) {
    const before = seals.at(-1)
    const place = { position: (before?.position ?? 0) + 1, check: `line ${line} of ${path}` }
    if (seal === undefined) return until({ ...place, expected: 'a seal', found: wrong ?? '' })
    if (!isSignedBy(publicKey, seal))
      return until({ ...place, expected: 'the signature of the seal key', found: 'another' })
    // Two processes that took turns may both have written it; one that stood still meanwhile, much later.
    const known = seals[seal.number - 1]
    if (known !== undefined && isSameSeal(known, seal)) continue
    const due = seals.length + 1
    if (seal.number !== due) return until({ ...place, expected: `seal ${due}`, found: `seal ${seal.number}` })
    seals.push(seal)
  }
  return { path, exists, seals }
}
