import { type Kysely, type Migration, sql } from 'kysely'

/** What a part says of itself while it runs, for the health that other processes show. */
export const partRemarks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table process_part add column remark text`.execute(db)
  },
}
