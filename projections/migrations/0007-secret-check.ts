import { type Kysely, type Migration, sql } from 'kysely'

/** By which a start knows the secrets that this database was written with; never a secret itself. */
export const secretCheck: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table secret_check (
        name text primary key,
        value text not null,
        made_at timestamptz not null default now()
      )`.execute(db)
  },
}
