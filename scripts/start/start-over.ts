import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '#commands/whole-file.ts'
import { RESTORED_NOTE } from '#api/people/erasure/restored-note.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { makeFolder } from '#scripts/make-folder.ts'
import { stopLeftover } from '#scripts/postgres/start-postgres.ts'

/** What the portal makes inside DATA_DIR. Anything else in there is somebody's, and stays. */
export const OURS = ['postgres', 'secrets', 'documents', 'seals', 'loaded.json', 'restoring', RESTORED_NOTE]

/** There while it is being done: a start that was killed meanwhile leaves half of it, which nothing can be made of. */
const noteIn = (dataDir: string) => join(dataDir, 'starting-over')

/** Whether an earlier start was ended while it started over. */
export const wasStartingOver = (dataDir: string): Promise<boolean> =>
  access(noteIn(dataDir)).then(
    () => true,
    () => false,
  )

/** Deletes what earlier starts kept in `dataDir`. Throws while another process runs the database in there. */
export async function startOver(dataDir: string): Promise<void> {
  if (!(await stopLeftover(dataDir)))
    throw new StartRefused(`Another process runs the portal on ${dataDir}: stop it first`)
  await makeFolder(dataDir)
  await replaceFile(noteIn(dataDir), '')
  for (const name of OURS) await rm(join(dataDir, name), { recursive: true, force: true })
  await rm(noteIn(dataDir))
}
