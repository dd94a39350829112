import pg from 'pg'
import { installPostgresLog } from '#commands/log/postgres/log-schema.ts'
import { migrate } from '#projections/migrations/migrate.ts'
import { APP, createDatabase } from '#scripts/postgres/roles.ts'

/** The migrated database that every test file's own is a clone of. */
export const TEMPLATE = 'chf_template'

/** Makes the template, as the first start of the portal makes its database. */
export async function makeTemplate(superuser: pg.Client, ownerUrl: string): Promise<void> {
  await createDatabase(superuser, TEMPLATE)
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  try {
    await installPostgresLog(owner, APP)
    await migrate(ownerUrl, APP)
  } finally {
    await owner.end()
  }
}
