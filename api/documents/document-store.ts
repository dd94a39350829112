import { createHash, type Hash } from 'node:crypto'
import { access, constants, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId, timeOfId } from '#commands/ids.ts'
import {
  anyIv,
  contentBytes,
  decrypted,
  documentKeyOf,
  encrypted,
  ivOf,
  mustBeWithin,
  passingKey,
  piecesOf,
} from './document-cipher.ts'
import { DocumentsUnreachable, reaching } from './documents-unreachable.ts'

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** What has come of a file, on the disk whole, under a key that only this process has: no other ever reads it. */
export type Draft = {
  /** SHA-256 of what came. */
  readonly content: string
  readonly bytes: number
  read(): Promise<Buffer>
  /** Removes it; safe to call again. */
  drop(): Promise<void>
}

/** A document under its person's key, on the disk whole and not yet kept. */
export type Sealed = {
  /** SHA-256 of the file as it is on the disk: its address. */
  readonly sha256: string
  /** Makes it what is kept under its hash. */
  keep(): Promise<void>
  /** Removes it, unless it was kept; safe to call again. */
  drop(): Promise<void>
}

/** A file by its row: its address, and how many bytes of content it has; 0 where the row is a copy's, which counts for nobody. */
type KeptFile = { readonly sha256: string; readonly bytes: number }
const mostIn = ({ bytes }: KeptFile): number => (bytes === 0 ? Number.POSITIVE_INFINITY : bytes)

/**
 * Uploaded bytes in a local folder, each file under the key of one person and addressed by the hash of the encrypted
 * bytes: the same content of the same person is kept once, that of two people twice, and no file is ever changed.
 *
 * A document is gone when its file is not there and the folder is; whatever else the disk says (the folder away, not ours to
 * open, not to be written, an error while it is read) throws `DocumentsUnreachable`. A full disk throws what the disk says.
 */
export type DocumentStore = {
  readonly folder: string
  /** Makes the folder, for a portal that has no documents yet. One that is away is never made again: it would be empty. */
  make(): Promise<void>
  /** Throws `DocumentsUnreachable` unless the folder is there and its files can be read and written. */
  mustBeReached(): Promise<void>
  /** Writes what comes, as it comes: no more of it than a piece is ever in memory. What ends in an error leaves nothing. */
  draft(pieces: Pieces): Promise<Draft>
  /** Encrypts content under a person's key. */
  seal(personKey: Buffer, content: Buffer): Promise<Sealed>
  /** Encrypts what is kept under one person's key under another's; undefined as `open`. A piece at a time is in memory. */
  reseal(file: KeptFile, from: Buffer, to: Buffer): Promise<Sealed | undefined>
  /** The content of a file; undefined when it is not there, no longer what it was, or another person's. */
  open(file: KeptFile, personKey: Buffer): Promise<Buffer | undefined>
  /** The hashes of all files that are kept, a folder of them at a time. */
  kept(): AsyncIterable<readonly string[]>
  /** Removes the bytes of a hash, should they be there; throws when that cannot be known. */
  remove(sha256: string): Promise<void>
  /** Removes the drafts that were begun before: their process was killed. */
  removeDrafts(since: Date): Promise<void>
}

/** Made with the folder, so that the empty place of a disk that is not mounted is not taken for it. */
const DRAFTS = 'drafts'
const ADDRESS = /^[0-9a-f]{64}$/
const FOLDER = /^[0-9a-f]{2}$/

/** Where the file of a hash is kept, below the folder of the documents. */
export const documentPath = (folder: string, sha256: string): string => join(folder, sha256.slice(0, 2), sha256)

/** Makes the folder that a store is to keep documents in. */
export async function makeDocumentFolder(folder: string): Promise<void> {
  await reaching(() => mkdir(join(folder, DRAFTS), { recursive: true, mode: 0o700 }))
}

/** A draft is named by when it was begun, by `now` (ms since 1970): a disk has a clock of its own. */
export function createDocumentStore(folder: string, now: () => number): DocumentStore {
  const drafts = join(folder, DRAFTS)
  const pathOf = (sha256: string): string => documentPath(folder, sha256)

  /** Under a name of its own until it is whole: a crash leaves no half file under a hash. */
  async function written<T extends object>(fill: (path: string) => Promise<T>) {
    const path = join(drafts, newId(now()))
    const drop = () => reaching(() => rm(path, { force: true }))
    try {
      return { path, drop, ...(await reaching(() => fill(path))) }
    } catch (error) {
      // On a full disk it would take the last room, one draft a try.
      await drop().catch(() => undefined)
      throw error
    }
  }

  async function sealed(key: Buffer, contentHash: Buffer, pieces: Pieces): Promise<Sealed> {
    const { path, sha256, drop } = await written((at) => write(at, encrypted(key, ivOf(key, contentHash), pieces)))
    return {
      sha256,
      drop,
      keep: () =>
        reaching(async () => {
          await makeFolder(dirname(pathOf(sha256)))
          await rename(path, pathOf(sha256))
        }),
    }
  }

  /** What some reading makes of the file of a hash; undefined when it is not there, or not what it should be. */
  async function read<T>(sha256: string, how: (path: string, hash: Hash) => Promise<T>): Promise<T | undefined> {
    if (!ADDRESS.test(sha256)) return undefined
    const hash = createHash('sha256')
    try {
      const made = await reaching(() => how(pathOf(sha256), hash))
      return hash.digest('hex') === sha256 ? made : undefined
    } catch (error) {
      // What is no error of the disk is one of what stands there.
      if (error instanceof DocumentsUnreachable) await mustBeAbsent(error)
      return undefined
    }
  }

  /** Throws the error again unless it says that a file is not there, and the folder is. */
  async function mustBeAbsent(error: DocumentsUnreachable): Promise<void> {
    if (error.code !== 'ENOENT') throw error
    await reaching(() => stat(drafts))
  }

  return {
    folder,
    make: () => makeDocumentFolder(folder),
    mustBeReached: () =>
      reaching(async () => {
        for (const one of [drafts, folder]) await access(one, constants.R_OK | constants.W_OK | constants.X_OK)
      }),
    async draft(pieces) {
      const key = passingKey()
      const hash = createHash('sha256')
      let bytes = 0
      const counted = async function* () {
        for await (const piece of pieces) {
          hash.update(piece)
          bytes += piece.length
          yield piece
        }
      }
      const { path, drop } = await written((at) => write(at, encrypted(key, anyIv(), counted())))
      const read = () => reaching(() => contentOf(path, key, createHash('sha256'), bytes))
      return { content: hash.digest('hex'), bytes, read, drop }
    },
    async seal(personKey, content) {
      const contentHash = createHash('sha256').update(content).digest()
      return sealed(documentKeyOf(personKey), contentHash, piecesOf(content))
    },
    async reseal(file, from, to) {
      const most = mostIn(file)
      const key = documentKeyOf(from)
      const hash = createHash('sha256')
      // Once through it before any of it is taken for what it should be.
      const whole = await read(file.sha256, async (path, fileHash) => {
        for await (const piece of decrypted(path, key, fileHash, most)) hash.update(piece)
        return path
      })
      if (whole === undefined) return undefined
      return sealed(documentKeyOf(to), hash.digest(), decrypted(whole, key, createHash('sha256'), most))
    },
    async open(file, personKey) {
      return read(file.sha256, (path, hash) => contentOf(path, documentKeyOf(personKey), hash, mostIn(file)))
    },
    async *kept() {
      for (const name of await reaching(() => readdir(folder)))
        if (FOLDER.test(name))
          yield (await reaching(() => readdir(join(folder, name)))).filter((file) => ADDRESS.test(file))
    },
    async remove(sha256) {
      await reaching(() => unlink(pathOf(sha256))).catch(async (error: unknown) => {
        if (!(error instanceof DocumentsUnreachable)) throw error
        await mustBeAbsent(error)
      })
    },
    async removeDrafts(since) {
      for (const name of await readdir(drafts).catch(() => [])) {
        const begun = timeOfId(name)
        if (begun !== undefined && begun < since.getTime()) await rm(join(drafts, name), { force: true })
      }
    },
  }
}

async function contentOf(path: string, key: Buffer, hash: Hash, most: number): Promise<Buffer> {
  const { size } = await stat(path)
  mustBeWithin(most, path, size)
  const content = Buffer.allocUnsafe(contentBytes(size))
  let filled = 0
  for await (const piece of decrypted(path, key, hash, most)) filled += piece.copy(content, filled)
  return content
}

/** All of it, on the disk and not in its cache only. */
async function write(path: string, pieces: AsyncIterable<Uint8Array>): Promise<{ readonly sha256: string }> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of pieces) {
      hash.update(piece)
      await file.appendFile(piece)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex') }
}

/** Within a folder that is there. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}
