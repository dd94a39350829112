import { randomUUID } from 'node:crypto'
import { access, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere } from '#commands/read-if-there.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { syncFolder, unlessMissing } from '#scripts/backup/files.ts'
import { makeFolder } from '#scripts/make-folder.ts'
import { stopLeftover } from '#scripts/postgres/start-postgres.ts'
import { OURS } from '#scripts/start/start-over.ts'

/** The file that is there until all of a restore is in its place: half of a portal must not be taken for one. */
const NOTE = 'restoring'
const noteIn = (dataDir: string) => join(dataDir, NOTE)

const wasRestoring = (dataDir: string): Promise<boolean> =>
  access(noteIn(dataDir)).then(
    () => true,
    () => false,
  )

/** Throws `StartRefused` where a restore was cut. */
export async function mustNotBeRestoring(dataDir: string): Promise<void> {
  if (!(await wasRestoring(dataDir))) return
  throw new StartRefused(
    `A restore into ${dataDir} was cut, or is under way: run npm run restore again, which begins anew or says what to clear.`,
  )
}

/** What a restore brings. The secrets are there before it. */
const BROUGHT = OURS.filter((name) => name !== 'secrets')

/** A place as one restore has taken it; of two at once the later has it. */
export type Target = {
  /** Whether one before was cut here. */
  readonly wasCut: boolean
  /** Throws `StartRefused` when another restore has taken the place since. */
  mustBeMine(): Promise<void>
}

/** Takes an empty place, or one in which a restore was cut: what that brought there is removed. */
export async function takeTarget(dataDir: string): Promise<Target> {
  const wasCut = await wasRestoring(dataDir)
  if (wasCut) await clearTarget(dataDir, 'half')
  const there = ((await unlessMissing(readdir(dataDir))) ?? []).filter(
    (name) => BROUGHT.includes(name) && name !== NOTE,
  )
  if (there.length > 0)
    throw new StartRefused(
      `${dataDir} holds a portal already (${there.join(', ')}): restore into an empty folder (DATA_DIR). Nothing was changed.`,
    )
  await makeFolder(dataDir)
  const own = randomUUID()
  await writeFile(noteIn(dataDir), own, { flush: true })
  await syncFolder(dataDir)
  return {
    wasCut,
    async mustBeMine() {
      if ((await readIfThere(noteIn(dataDir))) === own) return
      throw new StartRefused(`Another restore into ${dataDir} was begun since: this one has left the place to it.`)
    },
  }
}

/** All is in its place. */
export async function releaseTarget(dataDir: string): Promise<void> {
  await rm(noteIn(dataDir))
  await syncFolder(dataDir)
}

/**
 * Removes what a restore has brought here. The note stays where a database elsewhere may hold half of it: no start goes on
 * from that.
 */
export async function clearTarget(dataDir: string, left: 'nothing' | 'half'): Promise<void> {
  if (!(await stopLeftover(dataDir))) throw new StartRefused(`Another process works on ${dataDir}: stop it first.`)
  // The note last.
  for (const name of BROUGHT)
    if (name !== NOTE || left === 'nothing') await rm(join(dataDir, name), { recursive: true, force: true })
}
