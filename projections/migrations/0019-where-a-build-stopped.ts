import { type Kysely, type Migration, sql } from 'kysely'

/** The event at which a build failed: an operator may decide to go around that one. */
export const whereABuildStopped: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table read_model_build add column stopped_at bigint`.execute(db)
  },
}
