import { type Kysely, type Migration, sql } from 'kysely'

/** What the tables of each read model were made of: others in their place are noticed (engine/shape.ts). */
export const tableShapes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table read_model add column shape text`.execute(db)
  },
}
