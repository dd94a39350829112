import { createHash } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { NoFile, openRegular } from '#commands/open-regular.ts'
import { StartRefused } from '#commands/log/start-refused.ts'

/** What a file is known by. */
export type FileFacts = { readonly bytes: number; readonly sha256: string }

const PIECE = 256 * 1024

/** Writes pieces to a new file as they come, and waits until they are on the disk. */
export async function writeFileOf(path: string, pieces: AsyncIterable<Uint8Array>): Promise<FileFacts> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    const facts = await factsOfPieces(onTheWay(pieces, (piece) => file.appendFile(piece)))
    await file.sync()
    return facts
  } finally {
    await file.close()
  }
}

async function* onTheWay(pieces: AsyncIterable<Uint8Array>, act: (piece: Uint8Array) => Promise<void>) {
  for await (const piece of pieces) {
    await act(piece)
    yield piece
  }
}

/** The bytes of a file, piece by piece: opened when they are asked for, and what goes wrong is thrown to whoever asks. */
async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const file = await openRegular(path)
  try {
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PIECE), 0, PIECE)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/**
 * The bytes of a file as they are read, which may be others than those that were looked at before: throws `otherwise` at
 * the first too many, and at the end unless they are what they should be.
 */
export async function* checkedPiecesOf(path: string, due: FileFacts, otherwise: Error): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of piecesOf(path)) {
    hash.update(piece)
    bytes += piece.length
    if (bytes > due.bytes) throw otherwise
    yield piece
  }
  if (hash.digest('hex') !== due.sha256) throw otherwise
}

/** Text as it comes in pieces, line by line. */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun = ''
  for await (const piece of pieces) {
    const lines = (begun + piece.toString('latin1')).split('\n')
    begun = lines.pop() ?? ''
    yield* lines
  }
  if (begun !== '') yield begun
}

/** Copies a file to a new one; undefined when there is none, or when it is not what it should be: then nothing is left. */
export async function copyFile(from: string, to: string, sha256: string): Promise<FileFacts | undefined> {
  const facts = await unlessMissing(writeFileOf(to, piecesOf(from)))
  if (facts?.sha256 === sha256) return facts
  await rm(to, { force: true })
  return undefined
}

/** Undefined when there is no such file. */
export const factsOf = (path: string): Promise<FileFacts | undefined> => unlessMissing(factsOfPieces(piecesOf(path)))

async function factsOfPieces(pieces: AsyncIterable<Uint8Array>): Promise<FileFacts> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of pieces) {
    hash.update(piece)
    bytes += piece.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** What comes of reading; undefined where there is no file of that name. */
export const unlessMissing = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (error instanceof NoFile) return undefined
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })

/** The entries of a folder are on the disk once this is done. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Says of a disk that is full, or that takes nothing, which one it is: an error of a write does not. */
export async function onDisk<T>(folder: string, what: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error
    throw new StartRefused(`There is no room left on the disk that holds ${folder}. ${what}`)
  }
}
