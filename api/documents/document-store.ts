import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../../commands/ids.ts'

/** Uploaded bytes in a local folder, addressed by their content's hash: the same file is kept once, and never changed. */
export type DocumentStore = {
  /** Keeps the bytes; gives their SHA-256. */
  put(bytes: Buffer): Promise<string>
  /** The bytes of a hash; undefined when they are not there or no longer what they were. */
  get(sha256: string): Promise<Buffer | undefined>
}

export function createDocumentStore(folder: string): DocumentStore {
  const pathOf = (sha256: string): string => join(folder, sha256.slice(0, 2), sha256)
  return {
    async put(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const path = pathOf(sha256)
      if (await exists(path)) return sha256
      await mkdir(join(folder, sha256.slice(0, 2)), { recursive: true, mode: 0o700 })
      // A name of its own until it is whole: a crash leaves no half file under the hash.
      const draft = `${path}.${newId()}`
      try {
        await writeFile(draft, bytes, { mode: 0o600, flush: true })
        await rename(draft, path)
      } catch (error) {
        // On a full disk it would take the last room, one draft a try.
        await rm(draft, { force: true }).catch(() => undefined)
        throw error
      }
      return sha256
    },
    async get(sha256) {
      if (!/^[0-9a-f]{64}$/.test(sha256) || !(await exists(pathOf(sha256)))) return undefined
      const bytes = await readFile(pathOf(sha256))
      return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : undefined
    },
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
