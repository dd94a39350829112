import { stat } from 'node:fs/promises'
import type { DocumentStore } from '#api/documents/document-store.ts'
import { DocumentsUnreachable } from '#api/documents/documents-unreachable.ts'
import { freeSpaceIn } from './free-space.ts'

/** How the folder of the documents is. */
export type DocumentDisk = {
  /** Why it cannot be reached, in words; undefined while it can. */
  readonly away?: string
  /** That what is there can be read all the same: the disk has become read-only. */
  readonly opens?: true
  /** How many bytes may still be written there, where it is on a disk of its own. */
  readonly freeBytes?: number
}

/** `dataDir`: the folder whose disk is looked at anyway. */
export async function lookAtDocuments(
  documents: Pick<DocumentStore, 'folder' | 'mustBeReached'>,
  dataDir: string,
): Promise<DocumentDisk> {
  try {
    await documents.mustBeReached()
  } catch (error) {
    if (!(error instanceof DocumentsUnreachable)) throw error
    return { away: error.message, ...(error.code === 'EROFS' ? { opens: true } : {}) }
  }
  const [own, other] = await Promise.all([stat(documents.folder), stat(dataDir)])
  return own.dev === other.dev ? {} : { freeBytes: await freeSpaceIn(documents.folder) }
}
