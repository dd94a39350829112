import { setTimeout as delay } from 'node:timers/promises'
import { documentPath } from '#api/documents/document-store.ts'
import { copyFile } from './files.ts'

export type CopiedDocuments = {
  readonly count: number
  readonly bytes: number
  /** Nobody names them any more: cleared, erased or kept under another key since the list was written. */
  readonly cleared: readonly string[]
  /** They are named, and are not on the disk, or not what was kept. */
  readonly lost: readonly string[]
}

/** An upload has its row a moment before its file. */
const LOOKS = 3
const BETWEEN_LOOKS_MS = 1_000

/**
 * Copies the documents of a list (a SHA-256 each) from folder to folder, each held against its hash. `isNamed`: whether the portal still
 * has a use for one that is not there.
 */
export async function copyDocuments(
  list: AsyncIterable<string>,
  [from, to]: readonly [from: string, to: string],
  isNamed: (sha256: string) => Promise<boolean>,
): Promise<CopiedDocuments> {
  let [count, bytes] = [0, 0]
  const cleared: string[] = []
  const copy = async (sha256: string): Promise<boolean> => {
    const copied = await copyFile(documentPath(from, sha256), documentPath(to, sha256), sha256)
    if (copied === undefined) return false
    count += 1
    bytes += copied.bytes
    return true
  }
  let lost: string[] = []
  for await (const sha256 of list) if (!(await copy(sha256))) lost.push(sha256)
  for (let looks = 0; looks < LOOKS && lost.length > 0; looks += 1) {
    const [wanted, still] = [lost, [] as string[]]
    if (looks > 0) await delay(BETWEEN_LOOKS_MS)
    for (const sha256 of wanted) {
      if (!(await isNamed(sha256))) cleared.push(sha256)
      else if (!(await copy(sha256))) still.push(sha256)
    }
    lost = still
  }
  return { count, bytes, cleared, lost }
}
