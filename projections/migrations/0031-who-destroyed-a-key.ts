import { type Kysely, type Migration, sql } from 'kysely'

/**
 * A key that is destroyed says that the portal destroyed it (`destroyed_mac`, commands/log/postgres/keys.ts): what is left of
 * its person is removed by nobody else's word. Those of before are taken under a MAC once, while the column has its default,
 * which only the tables' owner could give it back.
 */
export const whoDestroyedAKey: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table person_key add column destroyed_mac text default ''`.execute(db)
  },
}
