import pg from 'pg'
import { installPostgresLog } from '#commands/log/postgres/log-schema.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { APP } from '#scripts/postgres/roles.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import type { OpenedLog } from '#tests/commands/log/contract/context.ts'

/** The role that the logs under test connect as. */
export const APP_ROLE = APP

/** Changes something of that role in the database that is asked alone: other portals of the server connect as it, too. */
export const inThisDatabase = (what: string) =>
  `do $$ begin execute format('alter role %I in database %I ${what}', '${APP_ROLE}', current_database()); end $$`

/** A database of its own with an installed log; `owner` is a superuser, for what only somebody above all rights may do. */
export async function openPostgresLog(): Promise<OpenedLog & { owner: pg.Pool; connection: pg.ClientConfig }> {
  const { superuserUrl, appUrl, drop } = await emptyDatabase()
  const owner = new pg.Pool({ connectionString: superuserUrl, max: 3 })
  owner.on('error', () => undefined)
  await installPostgresLog(owner, APP_ROLE)
  const { hostname: host, port, pathname, username: user, password } = new URL(appUrl)
  const connection = { host, port: Number(port), database: pathname.slice(1), user, password }
  const log = createPostgresLog({ connection })
  return {
    log,
    owner,
    connection,
    reopen: async () => createPostgresLog({ connection }),
    cleanUp: async () => {
      await log.close()
      await owner.end()
      await drop()
    },
  }
}
