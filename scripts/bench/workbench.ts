import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { useOwnFolder } from '#scripts/own-folder.ts'
import { type Postgres, startPostgres } from '#scripts/postgres/start-postgres.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** A folder and a Postgres of a measurement's own, both gone afterwards. */
export type Workbench = { readonly dataDir: string; readonly postgres: Postgres }

export async function onWorkbench<T>(act: (bench: Workbench) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(useOwnFolder(ROOT), 'bench-'))
  try {
    const postgres = await startPostgres({ dataDir })
    try {
      return await act({ dataDir, postgres })
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
