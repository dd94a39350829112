import { join } from 'node:path'
import { report } from '#scripts/start/refusal.ts'
import { createDocumentStore } from '#api/documents/document-store.ts'
import { forgetCaller } from '#api/idempotency/request-keys.ts'
import type { Eraser } from '#api/people/erasure/erase-person.ts'
import { type RestoredNote, restoredNoteIn } from '#api/people/erasure/restored-note.ts'
import { createKnownBrowsers } from '#api/people/session/known-browser.ts'
import { mustBelongToLog } from '#api/same-log.ts'
import { openSecrets } from '#api/secrets.ts'
import { signOldTables } from '#api/signed-tables.ts'
import { type Clock, clockOf } from '#commands/clock.ts'
import { createHandler } from '#commands/handle.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { createPostgresKeys } from '#commands/log/postgres/keys.ts'
import { createRowMacs } from '#commands/row-macs.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { createDb, createPool } from '#projections/postgres.ts'
import { type Database, readModels } from '#projections/read-models.ts'
import { prepareReadModels } from '#projections/runner.ts'
import { writingLog } from '#scripts/writing-log.ts'

export type ErasingPortal = {
  readonly appUrl: string
  readonly ownerUrl: string
  readonly dataDir: string
  readonly secretsDir: string
  /** The log, where it is not in Postgres. */
  readonly openElsewhere?: (() => EventLog) | undefined
}

/**
 * Runs something with what an erasure reaches into, outside of a portal that may run meanwhile. Throws StartRefused while
 * nothing is to be written.
 */
export async function withEraser<T>(
  portal: ErasingPortal,
  act: (eraser: Eraser & Pick<Clock, 'now'> & { readonly restored: RestoredNote }) => Promise<T>,
): Promise<T> {
  const { appUrl, ownerUrl, dataDir, secretsDir, openElsewhere } = portal
  const pool = createPool(appUrl, { name: 'erase', patience: 'batch', max: 4 })
  const store = openElsewhere?.() ?? createPostgresLog({ connection: { connectionString: appUrl } })
  try {
    await prepareReadModels({ models: readModels, appUrl, ownerUrl, report })
    await mustBelongToLog(pool, store, openElsewhere !== undefined)
    const secrets = await openSecrets(pool, secretsDir, async () => (await store.head()) === 0)
    const rowMacs = createRowMacs(secrets.commandSecret)
    await signOldTables(pool, ownerUrl, { macs: rowMacs, wrappingKey: secrets.wrappingKey })
    const { now } = await clockOf(pool)
    const keys = createPostgresKeys(pool, secrets.wrappingKey, now)
    const log = await writingLog({ pool, store, keys, secrets, now })
    return await act({
      ...{ pool, keys, now, rowMacs, db: createDb<Database>(pool), handler: createHandler(log) },
      documents: createDocumentStore(join(dataDir, 'documents'), now),
      restored: restoredNoteIn(dataDir),
      requestKeys: { forgetCaller: (caller: string) => forgetCaller(pool, secrets.commandSecret, caller) },
      knownBrowsers: createKnownBrowsers(secrets.emailSecret, false, now),
    })
  } finally {
    await store.close()
    await pool.end()
  }
}
