import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { aMovement, commandOf } from './event.ts'
import type { Writing } from './writers.ts'

/** Emmett's Postgres store with what it makes of its own database; the same data, and metadata of the same kind. */
export async function emmettWriter(
  url: string,
  writers: number,
): Promise<{ readonly writing: Writing; end(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: writers })
  pool.on('error', () => undefined)
  const store = getPostgreSQLEventStore(url, { schema: { autoMigration: 'None' }, connectionOptions: { pool } })
  await store.schema.migrate()
  const writing: Writing = (stream) => {
    let version = 0n
    return async () => {
      const { id, by, origin } = commandOf(randomUUID())
      const event = { ...aMovement(), metadata: { commandId: id, actor: by, ...origin } }
      const expectedStreamVersion = version === 0n ? ('STREAM_DOES_NOT_EXIST' as const) : version
      const { nextExpectedStreamVersion } = await store.appendToStream(stream, [event], { expectedStreamVersion })
      version = nextExpectedStreamVersion
    }
  }
  const end = async () => {
    await store.close()
    await pool.end()
  }
  return { writing, end }
}
