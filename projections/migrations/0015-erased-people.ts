import { type Kysely, type Migration, sql } from 'kysely'

/** Everybody whose end a read model has met in the log (engine/erasures.ts): of them nothing personal is folded again. */
export const erasedPeople: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table erased_person (person_id text primary key)`.execute(db)
  },
}
