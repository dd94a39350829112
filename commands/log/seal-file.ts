import { createReadStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Seal } from '#domain/seal/events.ts'
import { StartRefused } from './start-refused.ts'
import { GivesUp } from '#commands/supervise.ts'

/** The seals' file in a folder outside the database: a line of JSON per seal, only ever appended to. */
export const sealFileIn = (folder: string): string => join(folder, 'seals.jsonl')

/** One line: the seal, and when it was written here (ISO, UTC), which is later where it was copied from the log. */
type SealLine = { readonly seal: Seal; readonly written: string }

/** A line of the file as it was found; `wrong` says why it is no seal. */
export type FoundLine = { readonly line: number; readonly seal?: Seal; readonly wrong?: string }

/** Log and file do not tell the same story: nothing is sealed over it. */
export class SealsDisagree extends GivesUp {
  constructor(message: string) {
    super(`${message}. Nothing is sealed any more: run verify`)
  }
}

// Holds the last line for sure: a seal takes less than a kilobyte.
const TAIL = 64 * 1024

/** Appends seals and waits until they are on disk. Makes the folder and the file when missing. */
export async function appendSeals(folder: string, seals: readonly Seal[], written: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = await open(sealFileIn(folder), 'a', 0o600)
  try {
    const lines = seals.map((seal) => `${JSON.stringify({ seal, written } satisfies SealLine)}\n`)
    await file.appendFile(lines.join(''))
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(folder)
}

/**
 * The last seal of the file, undefined where there is none. A last line that was only begun (a crash: nobody was told
 * of it) is cut off. Throws SealsDisagree when the last whole line is no seal.
 */
export async function lastSealIn(folder: string): Promise<Seal | undefined> {
  const path = sealFileIn(folder)
  const size = await sizeOf(path)
  if (size === undefined || size === 0) return undefined
  const file = await open(path, 'r+')
  try {
    const from = Math.max(0, size - TAIL)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    const end = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1
    if (end < bytesRead) {
      await file.truncate(from + end)
      await file.sync()
    }
    const last = buffer.subarray(0, end).toString().trimEnd().split('\n').at(-1)
    if (last === undefined || last === '') return undefined
    const { seal } = found(0, last)
    if (seal === undefined) throw new SealsDisagree(`The last line of ${path} is no seal`)
    return seal
  } finally {
    await file.close()
  }
}

/** The lines of a seal file in order, none when there is no such file; a last line that was only begun is left out. */
export async function* readSealFile(path: string): AsyncGenerator<FoundLine> {
  const size = await sizeOf(path)
  if (size === undefined || size === 0) return
  const isWhole = await endsInNewline(path, size)
  // `end` fixed: the portal may append meanwhile.
  const lines = createInterface({
    input: createReadStream(path, { end: size - 1 }),
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
  try {
    return { line, seal: parseLine(text) }
  } catch {
    return { line, wrong: `no seal: ${text.slice(0, 80)}` }
  }
}

function parseLine(text: string): Seal {
  const parsed: unknown = JSON.parse(text)
  if (typeof parsed !== 'object' || parsed === null || !('seal' in parsed)) throw new Error('A line without a seal')
  return Seal.parse(parsed.seal)
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const facts = await stat(path)
    if (facts.isDirectory())
      throw new StartRefused(`${path} is a folder where the file of the seals should be: move it away`)
    return facts.size
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function endsInNewline(path: string, size: number): Promise<boolean> {
  const file = await open(path, 'r')
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
