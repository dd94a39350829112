import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '#scripts/make-folder.ts'
import { syncFolder, unlessMissing } from './files.ts'

/** A backup is named by its moment, so that the last name is the newest. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/
const MAKING = '.making'

export const nameOf = (takenAt: string): string => takenAt.replaceAll(':', '-')
export const momentOf = (name: string): number => Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)/, 'T$1:$2:$3'))

/** The whole backups of a place, the oldest first; none where there is no such folder. */
export async function namesIn(place: string): Promise<readonly string[]> {
  const names = (await unlessMissing(readdir(place))) ?? []
  return names.filter((name) => NAME.test(name)).sort()
}

/** A backup that is being made beside its place: whole under its name, or not there. */
export type Making = {
  readonly folder: string
  /** Moves it to its place; nothing of it is lost any more. */
  keep(name: string): Promise<void>
  drop(): Promise<void>
}

/** One at a time: removes what one that was killed had begun. */
export async function makeIn(place: string): Promise<Making> {
  await makeFolder(place)
  for (const name of await readdir(place))
    if (name.endsWith(MAKING)) await rm(join(place, name), { recursive: true, force: true })
  const folder = join(place, `backup${MAKING}`)
  await mkdir(folder, { mode: 0o700 })
  return {
    folder,
    async keep(name) {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
        if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name))
      await syncFolder(folder)
      await rename(folder, join(place, name))
      await syncFolder(place)
      await syncFolder(dirname(place))
    },
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}
