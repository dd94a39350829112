import { type Kysely, type Migration, sql } from 'kysely'

/**
 * What was found not to hold and nobody has decided about (commands/integrity): while there is one, nothing is written
 * (`check` is a word of SQL). And when the whole log was checked last: `since` is when that check began, or when the first
 * process looked whether one is due.
 */
export const integrityFindings: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table integrity_finding (
      id text primary key,
      position bigint not null,
      through bigint,
      stream text,
      checked text not null,
      expected text not null,
      found text not null,
      found_by text not null,
      found_at timestamptz not null
    )`.execute(db)
    await sql`create table integrity_check (
      only_row boolean primary key default true check (only_row),
      since timestamptz not null,
      ended_at timestamptz,
      events bigint,
      different integer
    )`.execute(db)
  },
}
