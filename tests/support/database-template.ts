import pg from 'pg'
import { signOldTables } from '#api/signed-tables.ts'
import { installPostgresLog } from '#commands/log/postgres/log-schema.ts'
import { signOldPasswords } from '#commands/people/user/credentials.ts'
import { createRowMacs } from '#commands/row-macs.ts'
import { migrate } from '#projections/migrations/migrate.ts'
import { readModels } from '#projections/read-models.ts'
import { prepareReadModels } from '#projections/runner.ts'
import { APP, createDatabase } from '#scripts/postgres/roles.ts'
import type { PostgresUrls } from '#scripts/postgres/start-postgres.ts'
import { onDatabase } from './database-url.ts'

/** The migrated database that every test file's own is a clone of. */
export const TEMPLATE = 'chf_template'

/** The same with what a portal's first start makes there and takes longest for: the read models' empty tables. */
export const PORTAL_TEMPLATE = 'chf_portal_template'

/** Makes both templates, as the first start of the portal makes its database. */
export async function makeTemplates(superuser: pg.Client, server: PostgresUrls): Promise<void> {
  await makeTemplate(superuser, server.ownerUrl)
  await createDatabase(superuser, PORTAL_TEMPLATE, TEMPLATE)
  const [ownerUrl, appUrl] = [onDatabase(server.ownerUrl, PORTAL_TEMPLATE), onDatabase(server.appUrl, PORTAL_TEMPLATE)]
  await prepareReadModels({ models: readModels, ownerUrl, appUrl })
  const pool = new pg.Pool({ connectionString: appUrl, max: 1 })
  try {
    // There is none: whatever key says so.
    const macs = createRowMacs('00')
    await signOldPasswords(pool, ownerUrl, macs)
    await signOldTables(pool, ownerUrl, { macs, wrappingKey: Buffer.alloc(32) })
  } finally {
    await pool.end()
  }
}

async function makeTemplate(superuser: pg.Client, serverUrl: string): Promise<void> {
  await createDatabase(superuser, TEMPLATE)
  const ownerUrl = onDatabase(serverUrl, TEMPLATE)
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  try {
    await installPostgresLog(owner, APP)
    await migrate(ownerUrl, APP)
  } finally {
    await owner.end()
  }
}
