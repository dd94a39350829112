import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Where every stream ended when seal `number` was made (commands/log/seals/stream-ends.ts): held against that seal whenever it is
 * read, so that nobody need trust it. Number 0 while it is being made anew.
 */
export const streamEnds: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table stream_end (
      stream text collate "C" primary key,
      revision integer not null,
      hash text not null
    )`.execute(db)
    await sql`create table stream_end_seal (
      only_row boolean primary key default true check (only_row),
      number bigint not null
    )`.execute(db)
  },
}
