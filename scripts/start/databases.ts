import { StartRefused } from '#commands/log/start-refused.ts'
import { makeFolder } from '#scripts/make-folder.ts'
import { startPostgres } from '#scripts/postgres/start-postgres.ts'
import type { StartOptions } from './options.ts'
import { checkDatabases } from './postgres-check.ts'

/** The two ways into the database, and what ends what was started for it. */
export type Databases = { readonly appUrl: string; readonly ownerUrl: string; stop(): Promise<void> }

/** The database that the environment names, else the embedded one, started. `onExit`: the embedded one has died, and is started again. */
export async function openDatabases(
  { database, dataDir, production }: StartOptions,
  log: (line: string) => void,
  onExit: (reason: string) => void,
  signal: AbortSignal,
): Promise<Databases> {
  await makeFolder(dataDir)
  if (database !== undefined) {
    await checkDatabases(database, 'write')
    return { ...database, stop: async () => undefined }
  }
  if (production) throw new StartRefused('Production does not start on the embedded Postgres: set DATABASE_URL')
  return startPostgres({ dataDir, log, onExit, signal })
}
