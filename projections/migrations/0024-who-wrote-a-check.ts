import { type Kysely, type Migration, sql } from 'kysely'

/** The row of the checks says that a process of the portal wrote it: `mac`, under the key `key_id`, over all that it says. */
export const whoWroteACheck: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table integrity_check add column key_id text, add column mac text`.execute(db)
  },
}
