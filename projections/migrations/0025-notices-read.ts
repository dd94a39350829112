import { type Kysely, type Migration, sql } from 'kysely'

/** Up to when somebody has read their notices (docs/decisions/0059): one row a person, cleared by age (api/housekeeping.ts). */
export const noticesRead: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table notices_read (user_id text primary key, read_until timestamptz not null)`.execute(db)
    await sql`create index notices_read_read_until on notices_read (read_until)`.execute(db)
  },
}
