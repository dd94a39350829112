import { type Kysely, type Migration, sql } from 'kysely'

/** By how many decisions of operators the tables of each read model, and what is open in each process, were folded. */
export const decisionsOfTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table read_model add column decided integer not null default 0`.execute(db)
    await sql`alter table process_checkpoint add column decided integer not null default 0`.execute(db)
  },
}
