import { join } from 'node:path'
import { createDocumentStore } from '#api/documents/document-store.ts'
import { forgetCaller } from '#api/idempotency/request-keys.ts'
import type { Eraser } from '#api/people/erasure/erase-person.ts'
import { createKnownBrowsers } from '#api/people/session/known-browser.ts'
import { mustBelongToLog } from '#api/same-log.ts'
import { openSecrets } from '#api/secrets.ts'
import { createHandler } from '#commands/handle.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { createPostgresKeys } from '#commands/log/postgres-keys.ts'
import { createPostgresLog } from '#commands/log/postgres-log.ts'
import { allEvents } from '#domain/events.ts'
import { createDb, createPool } from '#projections/postgres.ts'
import { type Database, readModels } from '#projections/read-models.ts'
import { prepareReadModels } from '#projections/runner.ts'

export type ErasingPortal = {
  readonly appUrl: string
  readonly ownerUrl: string
  readonly dataDir: string
  readonly secretsDir: string
  /** The log, where it is not in Postgres. */
  readonly openElsewhere?: (() => EventLog) | undefined
}

/** Runs something with what an erasure reaches into, outside of a portal that may run meanwhile. */
export async function withEraser<T>(portal: ErasingPortal, act: (eraser: Eraser) => Promise<T>): Promise<T> {
  const { appUrl, ownerUrl, dataDir, secretsDir, openElsewhere } = portal
  const pool = createPool(appUrl, { name: 'erase', patience: 'batch', max: 4 })
  const store = openElsewhere?.() ?? createPostgresLog({ connection: { connectionString: appUrl } })
  try {
    await prepareReadModels({ models: readModels, appUrl, ownerUrl })
    await mustBelongToLog(pool, store, openElsewhere !== undefined)
    const secrets = await openSecrets(pool, secretsDir, async () => (await store.head()) === 0)
    const keys = createPostgresKeys(pool, secrets.wrappingKey, Date.now)
    const log = createDomainLog(store, createCodec(allEvents, keys, secrets), keys)
    return await act({
      ...{ pool, keys, db: createDb<Database>(pool), handler: createHandler(log) },
      documents: createDocumentStore(join(dataDir, 'documents')),
      requestKeys: { forgetCaller: (caller: string) => forgetCaller(pool, secrets.commandSecret, caller) },
      knownBrowsers: createKnownBrowsers(secrets.emailSecret, false, Date.now),
    })
  } finally {
    await store.close()
    await pool.end()
  }
}
