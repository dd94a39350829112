import { type Kysely, type Migration, sql } from 'kysely'

/** How the long-running parts of each process are doing, as it tells every few seconds; what read models go around. */
export const processParts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table process_part (
        process uuid not null,
        name text not null,
        state text not null,
        since timestamptz not null,
        failures integer not null,
        last_failed_at timestamptz,
        beat_at timestamptz not null,
        primary key (process, name)
      ) with (fillfactor = 50, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0)`.execute(db)
    // What the serving tables went around, by decision of an operator.
    await sql`alter table read_model add column skipped bigint[] not null default '{}'`.execute(db)
  },
}
