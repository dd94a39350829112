import { join } from 'node:path'
import { mustBelongToLog } from '#api/same-log.ts'
import { processesNotUnder } from '#api/running/heartbeat.ts'
import { openSecrets } from '#api/secrets.ts'
import { clockOf } from '#commands/clock.ts'
import { retireKeys, type Retired } from '#commands/integrity/retire-keys.ts'
import { createPostgresKeys } from '#commands/log/postgres/keys.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { createPool } from '#projections/postgres.ts'
import { findEventStore } from '#scripts/start/event-store.ts'
import { findDatabases } from '#scripts/start/find-databases.ts'
import { writingLog } from '#scripts/writing-log.ts'

/**
 * Retires the older keys of events of a portal that may run. Throws StartRefused, before anything is done, while a process still
 * signs under one of them, and while nothing is to be written. Undefined where none is left to retire.
 */
export async function retireOlder(
  dataDir: string,
  secretsDir: string,
  decided: { readonly by: string; readonly reason: string },
): Promise<Retired | undefined> {
  const databases = await findDatabases(dataDir, 'write')
  const { appUrl } = databases
  const pool = createPool(appUrl, { name: 'rotate', patience: 'call', max: 2 })
  const eventStoreUrl = process.env['EVENTSTORE_URL'] ?? ''
  const elsewhere = eventStoreUrl === '' ? undefined : await findEventStore(eventStoreUrl)
  const store = elsewhere?.open() ?? createPostgresLog({ connection: { connectionString: appUrl } })
  try {
    await elsewhere?.check()
    await mustBelongToLog(pool, store, elsewhere !== undefined)
    const secrets = await openSecrets(pool, secretsDir, async () => (await store.head()) === 0)
    const { now } = await clockOf(pool)
    const { eventKeys, sealKeys } = secrets
    const log = await writingLog({
      ...{ pool, store, secrets, now },
      keys: createPostgresKeys(pool, secrets.wrappingKey, now),
    })
    const behind = await processesNotUnder(pool, eventKeys.current.id)
    if (behind.length > 0) throw new StartRefused(stillUnder(behind, secretsDir))
    return await retireKeys({ eventLog: store, log, eventKeys, sealKeys }, decided, now)
  } finally {
    await store.close()
    await pool.end()
    await databases.stop?.()
  }
}

const stillUnder = (behind: Awaited<ReturnType<typeof processesNotUnder>>, secretsDir: string): string =>
  `Nothing was retired: ${behind.length} ${behind.length === 1 ? 'process of the portal still signs' : 'processes of the portal still sign'} ` +
  `events under an older key than the newest of ${join(secretsDir)}. Restart each, with that key's file among its secrets:\n` +
  behind.map(({ process, does }) => `  a process that runs ${does} (its rows of process_part: ${process})`).join('\n')
