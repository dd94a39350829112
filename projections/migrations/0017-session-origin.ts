import { type Kysely, type Migration, sql } from 'kysely'

/** In whose place a session acts, and from where it was opened. */
export const sessionOrigin: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table session add column on_behalf_of text, add column device text, add column address text`.execute(db)
  },
}
