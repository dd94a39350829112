import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#commands/ids.ts'

/** Bytes that are on the disk whole and are no document yet. */
export type Draft = {
  readonly sha256: string
  readonly bytes: number
  read(): Promise<Buffer>
  /** Makes it what is kept under its hash. */
  keep(): Promise<void>
  /** Removes it, unless it was kept; safe to call again. */
  drop(): Promise<void>
}

/** Uploaded bytes in a local folder, addressed by their content's hash: the same file is kept once, and never changed. */
export type DocumentStore = {
  /** Writes what comes, as it comes: no more of it than a piece is ever in memory. What ends in an error leaves nothing. */
  draft(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Draft>
  /** The bytes of a hash; undefined when they are not there or no longer what they were. */
  get(sha256: string): Promise<Buffer | undefined>
  /** Removes the bytes of a hash, should they be there. */
  remove(sha256: string): Promise<void>
  /** Removes the drafts that nobody has written to since: their process was killed. */
  removeDrafts(since: Date): Promise<void>
}

const DRAFTS = 'drafts'

export function createDocumentStore(folder: string): DocumentStore {
  const drafts = join(folder, DRAFTS)
  const folderOf = (sha256: string): string => join(folder, sha256.slice(0, 2))
  const pathOf = (sha256: string): string => join(folderOf(sha256), sha256)

  return {
    async draft(pieces) {
      await mkdir(drafts, { recursive: true, mode: 0o700 })
      // A name of its own until it is whole: a crash leaves no half file under a hash.
      const path = join(drafts, newId())
      const drop = () => rm(path, { force: true })
      try {
        const { sha256, bytes } = await write(path, pieces)
        return {
          sha256,
          bytes,
          drop,
          read: () => readFile(path),
          async keep() {
            await mkdir(folderOf(sha256), { recursive: true, mode: 0o700 })
            await rename(path, pathOf(sha256))
          },
        }
      } catch (error) {
        // On a full disk it would take the last room, one draft a try.
        await drop().catch(() => undefined)
        throw error
      }
    },
    async get(sha256) {
      if (!/^[0-9a-f]{64}$/.test(sha256) || !(await exists(pathOf(sha256)))) return undefined
      const bytes = await readFile(pathOf(sha256))
      return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : undefined
    },
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    async removeDrafts(since) {
      for (const name of await readdir(drafts).catch(() => [])) {
        const path = join(drafts, name)
        const facts = await stat(path).catch(() => undefined)
        if (facts !== undefined && facts.mtime < since) await rm(path, { force: true })
      }
    },
  }
}

/** All of it, on the disk and not in its cache only. */
async function write(path: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of pieces) {
      hash.update(piece)
      bytes += piece.length
      await file.appendFile(piece)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex'), bytes }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
