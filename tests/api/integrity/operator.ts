import { loadSecrets } from '#api/secrets.ts'
import { openAgain } from '#commands/integrity/open-again.ts'
import type { Place } from '#commands/integrity/places.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createMemoryKeys } from '#commands/log/memory-keys.ts'
import { createPostgresLog } from '#commands/log/postgres-log.ts'
import { allEvents } from '#domain/events.ts'
import { createPool } from '#projections/postgres.ts'

export const OPERATOR = { by: 'Operator 1', reason: 'Incident 4711' }

/** Who decides beside the portal's processes, with the database and the secrets: as `npm run open-again` does. */
export async function openOperator(appUrl: string, secretsDir: string) {
  const pool = createPool(appUrl, { name: 'operator', patience: 'call', max: 1 })
  const eventLog = createPostgresLog({ connection: { connectionString: appUrl } })
  const secrets = await loadSecrets(secretsDir)
  const { eventKeys } = secrets
  const keys = createMemoryKeys()
  const log = createDomainLog(eventLog, createCodec(allEvents, keys, secrets), keys)
  return {
    open: (places: readonly Place[]) =>
      openAgain({ pool, eventLog, log, eventKeys }, { ...OPERATOR, places }, new Date().toISOString()),
    async end() {
      await eventLog.close()
      await pool.end()
    },
  }
}
