import { access, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartRefused } from '#commands/log/start-refused.ts'
import { syncFolder, unlessMissing } from '#scripts/backup/files.ts'
import { makeFolder } from '#scripts/make-folder.ts'
import { stopLeftover } from '#scripts/postgres/start-postgres.ts'
import { OURS } from '#scripts/start/start-over.ts'

/** There until all of a restore is in its place: half of a portal must not be taken for one. */
const noteIn = (dataDir: string) => join(dataDir, 'restoring')

const wasRestoring = (dataDir: string): Promise<boolean> =>
  access(noteIn(dataDir)).then(
    () => true,
    () => false,
  )

/** Throws `StartRefused` where a restore was cut. */
export async function mustNotBeRestoring(dataDir: string): Promise<void> {
  if (!(await wasRestoring(dataDir))) return
  throw new StartRefused(
    `A restore into ${dataDir} was cut, or is under way: run npm run restore again, which begins anew.`,
  )
}

/** What a restore brings. The secrets are there before it. */
const BROUGHT = OURS.filter((name) => name !== 'secrets')

/** Takes an empty place, or one in which a restore was cut: what that had brought is removed. */
export async function takeTarget(dataDir: string): Promise<void> {
  if (await wasRestoring(dataDir)) await clearTarget(dataDir)
  const there = ((await unlessMissing(readdir(dataDir))) ?? []).filter((name) => BROUGHT.includes(name))
  if (there.length > 0)
    throw new StartRefused(
      `${dataDir} holds a portal already (${there.join(', ')}): restore into an empty folder (DATA_DIR). Nothing was changed.`,
    )
  await makeFolder(dataDir)
  await writeFile(noteIn(dataDir), '', { flush: true })
  await syncFolder(dataDir)
}

/** All is in its place. */
export async function releaseTarget(dataDir: string): Promise<void> {
  await rm(noteIn(dataDir))
  await syncFolder(dataDir)
}

/** Leaves nothing of a restore that came to nothing. */
export async function clearTarget(dataDir: string): Promise<void> {
  if (!(await stopLeftover(dataDir))) throw new StartRefused(`Another process works on ${dataDir}: stop it first.`)
  // The note last.
  for (const name of BROUGHT) await rm(join(dataDir, name), { recursive: true, force: true })
}
