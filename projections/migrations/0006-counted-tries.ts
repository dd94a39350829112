import { type Kysely, type Migration, sql } from 'kysely'

/**
 * What is counted so that nobody can hold the portal up or guess a password: one row a key, cleared by age
 * (api/housekeeping.ts). It takes the place of `throttle`, which had a row for each quarter of an hour, for ever.
 */
export const countedTries: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      sql`drop table throttle`,
      sql`create table sign_in_try (
        key text primary key,
        tries integer not null,
        closed_until timestamptz,
        forget_at timestamptz not null
      )`,
      sql`create index sign_in_try_forget_at on sign_in_try (forget_at)`,
      sql`create table call_count (
        key text primary key,
        used integer not null,
        resets_at timestamptz not null
      )`,
      sql`create index call_count_resets_at on call_count (resets_at)`,
      sql`create index session_expires_at on session (expires_at)`,
    ]
    for (const statement of statements) await statement.execute(db)
  },
}
