import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere } from '#commands/read-if-there.ts'

/** The file of a portal's folder that a restore leaves there. */
export const RESTORED_NOTE = 'erase-again'

/** Says that the portal stands behind a restore, and whom the keys know as erased may be erased in the log again. */
export type RestoredNote = {
  isThere(): Promise<boolean>
  /** All of them were. */
  end(): Promise<void>
}

/** On the disk, beside the database: who has only that, and the key of keys, has nobody erased by the portal itself. */
export function restoredNoteIn(dataDir: string): RestoredNote {
  const file = join(dataDir, RESTORED_NOTE)
  return {
    isThere: async () => (await readIfThere(file)) !== undefined,
    end: () => rm(file, { force: true }),
  }
}
