import { constants } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Seal } from '#domain/seal/events.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { sealFileCut } from '#commands/log/verify/log-ends.ts'
import { isSameSeal, sealIn } from './seal.ts'
import { NoFile, openRegular } from '#commands/open-regular.ts'
import { GivesUp } from '#commands/supervise.ts'

/** The seals' file in a folder outside the database: a line of JSON per seal, only ever appended to. */
export const sealFileIn = (folder: string): string => join(folder, 'seals.jsonl')

/** A line of the file as it was found; `wrong` says why it is no seal. */
export type FoundLine = { readonly line: number; readonly seal?: Seal; readonly wrong?: string }

/** Log and file do not tell the same story: nothing is sealed over it. */
export class SealsDisagree extends GivesUp {
  /** The same for whoever keeps what was found: as verify says it, where that says it too. */
  readonly difference: Difference
  constructor(message: string, difference?: Difference) {
    super(`${message}. Nothing is sealed any more: run verify`)
    const said = { position: 1, check: 'seals', expected: 'the seals that were made', found: message }
    this.difference = difference ?? said
  }
}

// Holds the last lines for sure: a seal takes less than a kilobyte.
const TAIL = 64 * 1024

/**
 * Appends seals and waits until they are on disk, behind the last whole line. Makes the file when missing; the folder must
 * be there.
 */
export async function appendSeals(folder: string, seals: readonly Seal[]): Promise<void> {
  await endOf(folder, 'write')
  await append(folder, seals, 'make')
}

async function append(folder: string, seals: readonly Seal[], missing: 'make' | 'refuse'): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_APPEND | (missing === 'make' ? constants.O_CREAT : 0)
  const file = await openRegular(sealFileIn(folder), flags, 0o600)
  try {
    await file.appendFile(seals.map((seal) => `${JSON.stringify(seal)}\n`).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
  if (missing === 'make') await syncFolder(folder)
}

/** The end of a seal file: up to where it has whole lines, the seals of the last of them, and the very last as it stands. */
type End = { readonly size: number; readonly seals: readonly Seal[]; readonly line: Buffer }

const NOTHING: End = { size: 0, seals: [], line: Buffer.alloc(0) }

/**
 * A last line that was only begun (a crash: nobody was told of it) does not count, and is cut off by whoever writes on.
 * Throws SealsDisagree when a line there is no seal.
 */
async function endOf(folder: string, purpose: 'read' | 'write'): Promise<End> {
  const path = sealFileIn(folder)
  const size = await sizeOf(path)
  if (size === undefined || size === 0) return NOTHING
  const file = await openRegular(path, purpose === 'write' ? constants.O_RDWR : constants.O_RDONLY)
  try {
    const from = Math.max(0, size - TAIL)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    const end = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1
    if (end < bytesRead && purpose === 'write') {
      await file.truncate(from + end)
      await file.sync()
    }
    if (end === 0) return NOTHING
    const begun = from === 0 ? 0 : buffer.indexOf('\n') + 1
    const seals = sealsIn(buffer.subarray(begun, end), `The last lines of ${path}`)
    const line = Buffer.from(buffer.subarray(buffer.lastIndexOf('\n', end - 2) + 1, end))
    return { size: from + end, seals, line }
  } finally {
    await file.close()
  }
}

/** The last seals of the file as it stands, in order of number; none when there is no file. Throws SealsDisagree. */
export const lastSealsIn = async (folder: string): Promise<readonly Seal[]> =>
  inOrder((await endOf(folder, 'read')).seals, sealFileIn(folder))

/** A seal file that one process appends to, and looks after meanwhile. */
export type OwnSealFile = {
  readonly path: string
  /** The seal of the highest number that was seen in it, when it was opened or looked at last. */
  last(): Seal | undefined
  append(seal: Seal): Promise<void>
  /**
   * What was appended since the last look, by whomever. Throws SealsDisagree when it is no longer what it was up to there:
   * removed, made again, cut, or written over.
   */
  look(): Promise<readonly Seal[]>
}

/** Opens the seal file of a folder, which is made when missing. Throws SealsDisagree. */
export async function openSealFile(folder: string): Promise<OwnSealFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = sealFileIn(folder)
  const end = await endOf(folder, 'write')
  let { size, line } = end
  let last = inOrder(end.seals, path).at(-1)
  let due = last

  async function cut(now: number): Promise<SealsDisagree> {
    const has = (await lastSealsIn(folder)).at(-1)?.number ?? 0
    const what = `${path} was removed or cut: it had ${size} bytes and has ${now}`
    return new SealsDisagree(what, due && sealFileCut(path, has, due))
  }
  return {
    path,
    last: () => last,
    async append(seal) {
      await append(folder, [seal], size === 0 ? 'make' : 'refuse')
      due = seal
    },
    async look() {
      const now = (await sizeOf(path)) ?? 0
      if (now === 0 && size === 0) return []
      if (now < size) throw await cut(now)
      if (now - size > TAIL) throw new SealsDisagree(`${path} has grown by more than its seals`)
      const file = await openRegular(path)
      try {
        const { buffer } = await file.read(Buffer.alloc(now - size + line.length), 0, undefined, size - line.length)
        if (!buffer.subarray(0, line.length).equals(line))
          throw new SealsDisagree(`${path} is not what was written: its last line was another`)
        const added = buffer.subarray(line.length)
        if (added.length === 0) return []
        if (added.at(-1) !== NEWLINE) throw new Error(`${path} ends within a line`)
        const seals = sealsIn(added, `The last lines of ${path}`)
        size = now
        last = inOrder(last === undefined ? seals : [last, ...seals], path).at(-1)
        line = Buffer.from(added.subarray(added.lastIndexOf('\n', -2) + 1))
        return seals
      } finally {
        await file.close()
      }
    },
  }
}

const NEWLINE = 0x0a

function sealsIn(lines: Buffer, what: string): readonly Seal[] {
  return lines
    .toString()
    .trimEnd()
    .split('\n')
    .map((text, index) => {
      const { seal } = found(index, text)
      if (seal === undefined) throw new SealsDisagree(`${what} are not all seals`)
      return seal
    })
}

/**
 * Each once, in order of number: a process that stood still may have written its line late, behind those of another. Throws
 * SealsDisagree where `place` has two under one number: no portal makes a second, and one of them is another's.
 */
export function inOrder(seals: readonly Seal[], place: string): readonly Seal[] {
  const byNumber = new Map<number, Seal>()
  for (const seal of seals) {
    const known = byNumber.get(seal.number)
    if (known !== undefined && !isSameSeal(known, seal))
      throw new SealsDisagree(`${place} has two seals of number ${seal.number}: one of them is of another log`)
    byNumber.set(seal.number, seal)
  }
  return [...byNumber.values()].toSorted((one, other) => one.number - other.number)
}

/** The lines of a seal file in order, none when there is no such file; a last line that was only begun is left out. */
export async function* readSealFile(path: string): AsyncGenerator<FoundLine> {
  const size = await sizeOf(path)
  if (size === undefined || size === 0) return
  const isWhole = await endsInNewline(path, size)
  const file = await openRegular(path)
  // `end` fixed: the portal may append meanwhile.
  const lines = createInterface({
    input: file.createReadStream({ end: size - 1 }),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  let line = 0
  let previous: string | undefined
  for await (const text of lines) {
    if (previous !== undefined) yield found(line, previous)
    line += 1
    previous = text
  }
  if (previous !== undefined && isWhole) yield found(line, previous)
}

/** Whether there is a seal file with anything in it. */
export async function hasSealFile(path: string): Promise<boolean> {
  return ((await sizeOf(path)) ?? 0) > 0
}

function found(line: number, text: string): FoundLine {
  const seal = sealIn(text)
  return seal === undefined ? { line, wrong: `no seal: ${text.slice(0, 80)}` } : { line, seal }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const facts = await stat(path)
    if (!facts.isFile()) throw new NoFile(path)
    return facts.size
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function endsInNewline(path: string, size: number): Promise<boolean> {
  const file = await openRegular(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
    return buffer.toString() === '\n'
  } finally {
    await file.close()
  }
}

/** A new file is only safe once its folder's entry is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
