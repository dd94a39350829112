import { type Kysely, type Migration, sql } from 'kysely'

/** Each process tells under which key it signs events: an older one is retired when none does under it any more. */
export const keysInUse: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table process_part add column event_key text`.execute(db)
  },
}
