import { type Kysely, type Migration, sql } from 'kysely'

/** The engine's bookkeeping: how far each read model has come, and the builds under way. */
export const readModelTables: Migration = {
  async up(db: Kysely<unknown>) {
    // Every batch updates every row: room on the page keeps those updates off the indexes.
    await sql`
      create table read_model (
        name text primary key,
        revision integer not null,
        position bigint not null,
        fingerprint text not null,
        stopped_at bigint,
        error text
      ) with (fillfactor = 20, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0)`.execute(db)
    await sql`
      create table read_model_build (
        name text primary key,
        revision integer not null,
        position bigint not null,
        head bigint not null,
        error text
      )`.execute(db)
  },
}
