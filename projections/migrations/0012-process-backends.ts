import { type Kysely, type Migration, sql } from 'kysely'

/** Over which connection each process tells of itself: a silent one whose connection stands hangs, others are gone. */
export const processBackends: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table process_part add column backend integer`.execute(db)
  },
}
