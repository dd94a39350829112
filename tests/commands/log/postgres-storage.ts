import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { installPostgresLog } from '../../../commands/log/postgres-log-schema.ts'
import { createPostgresLog } from '../../../commands/log/postgres-log.ts'
import type { OpenedLog } from './event-log-contract.ts'

/** The role that the logs under test connect as. */
export const APP_ROLE = 'event_log_test_app'

/** A database of its own with an installed log, and the owner's way in for what only the owner may do. */
export async function openPostgresLog(): Promise<OpenedLog & { owner: pg.Pool; connection: pg.ClientConfig }> {
  const database = `log_${randomUUID().replaceAll('-', '')}`
  const { LOG_TEST_SERVER: connectionString } = process.env
  if (connectionString === undefined) throw new Error('LOG_TEST_SERVER must name a Postgres server, as a superuser')
  const server = new pg.Client({ connectionString })
  await server.connect()
  await server.query(`create database ${database}`)
  const { host, port } = server
  const owner = new pg.Pool({ host, port, database, user: server.user ?? '', max: 3 })
  owner.on('error', () => undefined)
  await installPostgresLog(owner, APP_ROLE)
  const connection = { host, port, database, user: APP_ROLE }
  const log = createPostgresLog({ connection })
  return {
    log,
    owner,
    connection,
    reopen: async () => createPostgresLog({ connection }),
    cleanUp: async () => {
      await log.close()
      await owner.end()
      await server.query(`drop database ${database} with (force)`)
      await server.end()
    },
  }
}
