import { StartRefused } from '#commands/log/start-refused.ts'
import { checkDatabases } from './postgres-check.ts'
import { runningPostgres, startPostgres } from '#scripts/postgres/start-postgres.ts'

/** The two ways into a database; `stop` where it was started for this. */
type FoundDatabases = { readonly ownerUrl: string; readonly appUrl: string; stop?(): Promise<void> }

/**
 * The databases of a portal, whether it runs or not: those that the environment names, the embedded one that runs
 * already, or the embedded one started for this. Throws `StartRefused` where they could not be used for that purpose.
 */
export async function findDatabases(dataDir: string, purpose: 'read' | 'write'): Promise<FoundDatabases> {
  const { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl } = process.env
  if (appUrl !== undefined && ownerUrl !== undefined) {
    await checkDatabases({ appUrl, ownerUrl }, purpose)
    return { appUrl, ownerUrl }
  }
  if (appUrl !== undefined)
    throw new StartRefused('DATABASE_URL needs DATABASE_OWNER_URL: tables are made by their owner')
  return (await runningPostgres(dataDir)) ?? startPostgres({ dataDir })
}
