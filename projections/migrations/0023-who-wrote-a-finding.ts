import { type Kysely, type Migration, sql } from 'kysely'

/**
 * A row of `integrity_finding` says which row beside the log it is about (json text), and that a process of the portal wrote
 * it: `mac`, under the key `key_id`, over all that it says. Its time is the text that the MAC is over. What was found before
 * says none of it, and is found again.
 */
export const whoWroteAFinding: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`delete from integrity_finding`.execute(db)
    await sql`alter table integrity_finding
      alter column found_at type text,
      add column "row" text, add column key_id text, add column mac text`.execute(db)
  },
}
