import { type Kysely, type Migration, sql } from 'kysely'

/** What is not event-sourced: secrets, and counters of short codes (domain.md, Aggregates and streams). */
export const plainTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table credential (
        user_id text primary key,
        password_hash text not null,
        changed_at timestamptz not null
      )`.execute(db)
    await sql`
      create table short_code (
        kind text not null,
        year integer not null,
        next bigint not null check (next > 0),
        primary key (kind, year)
      )`.execute(db)
  },
}
