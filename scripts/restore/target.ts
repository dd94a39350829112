import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '#commands/whole-file.ts'
import { RESTORED_NOTE } from '#api/people/erasure/restored-note.ts'
import { NoFile, openRegular } from '#commands/open-regular.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { syncFolder, unlessMissing } from '#scripts/backup/files.ts'
import { makeFolder } from '#scripts/make-folder.ts'
import { stopLeftover } from '#scripts/postgres/start-postgres.ts'
import { OURS } from '#scripts/start/start-over.ts'

/** The file that is there until all of a restore is in its place: half of a portal must not be taken for one. */
const NOTE = 'restoring'
const noteIn = (dataDir: string) => join(dataDir, NOTE)
const LONGEST_NOTE = 1_000

/** What a restore brings: it goes again when it was cut. The secrets are there before it, and all else is a start's. */
const BROUGHT = ['documents', 'postgres', 'seals', RESTORED_NOTE] as const
const Note = z.strictObject({ restore: z.uuid(), backup: z.string(), brings: z.array(z.enum(BROUGHT)) })
type Note = z.infer<typeof Note>

/** The note of a restore that was cut, or is under way; undefined where there is none. Throws `StartRefused` where it is none of a restore's. */
async function noteOf(dataDir: string): Promise<Note | undefined> {
  const path = noteIn(dataDir)
  const foreign = new StartRefused(
    `${path} was written by no restore. If a portal is there, take that file away; if a restore was cut there, empty ${dataDir} ` +
      'but for the secrets, and run npm run restore again. Nothing was changed.',
  )
  const file = await openRegular(path).catch((error: unknown) => {
    if (error instanceof NoFile) throw foreign
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  if (file === undefined) return undefined
  try {
    if ((await file.stat()).size > LONGEST_NOTE) throw foreign
    return Note.parse(JSON.parse(await file.readFile('utf8')))
  } catch {
    throw foreign
  } finally {
    await file.close()
  }
}

/** Throws `StartRefused` where a restore was cut. */
export async function mustNotBeRestoring(dataDir: string): Promise<void> {
  if ((await noteOf(dataDir)) === undefined) return
  throw new StartRefused(
    `A restore into ${dataDir} was cut, or is under way: run npm run restore again, which begins anew or says what to clear.`,
  )
}

/** By what a portal is known, or some of one: a restore brings no `loaded.json`, a start does. */
const HELD = OURS.filter((name) => name !== 'secrets' && name !== NOTE)

/** A place as one restore has taken it; of two at once the later has it. */
export type Target = {
  /** Whether one before was cut here. */
  readonly wasCut: boolean
  /** Throws `StartRefused` when another restore has taken the place since. */
  mustBeMine(): Promise<void>
}

/**
 * Takes an empty place for the restore of a backup, or one in which a restore was cut: what that one brought there, by its note,
 * is removed. Throws `StartRefused` where a portal is, whatever stands beside it.
 */
export async function takeTarget(dataDir: string, backup: string): Promise<Target> {
  const cut = await noteOf(dataDir)
  const there = ((await unlessMissing(readdir(dataDir))) ?? []).filter((name) => HELD.includes(name))
  const others = there.filter((name) => cut === undefined || !cut.brings.some((one) => one === name))
  if (others.length > 0)
    throw new StartRefused(
      `${dataDir} holds a portal already (${others.join(', ')}): restore into an empty folder (DATA_DIR). Nothing was changed.`,
    )
  if (cut !== undefined) await clearTarget(dataDir, 'half')
  await makeFolder(dataDir)
  const own: Note = { restore: randomUUID(), backup, brings: [...BROUGHT] }
  await replaceFile(noteIn(dataDir), JSON.stringify(own))
  await syncFolder(dataDir)
  return {
    wasCut: cut !== undefined,
    async mustBeMine() {
      if ((await noteOf(dataDir))?.restore === own.restore) return
      throw new StartRefused(`Another restore into ${dataDir} was begun since: this one has left the place to it.`)
    },
  }
}

/** All is in its place; whom the newest keys know as erased is erased again, from here on by the portal too. */
export async function releaseTarget(dataDir: string): Promise<void> {
  await replaceFile(join(dataDir, RESTORED_NOTE), '')
  await rm(noteIn(dataDir))
  await syncFolder(dataDir)
}

/**
 * Removes what a restore has brought here. The note stays where a database elsewhere may hold half of it: no start goes on
 * from that.
 */
export async function clearTarget(dataDir: string, left: 'nothing' | 'half'): Promise<void> {
  if (!(await stopLeftover(dataDir))) throw new StartRefused(`Another process works on ${dataDir}: stop it first.`)
  for (const name of BROUGHT) await rm(join(dataDir, name), { recursive: true, force: true })
  // The note last.
  if (left === 'nothing') await rm(noteIn(dataDir))
}
