import { type Kysely, type Migration, sql } from 'kysely'

/** The last code of an e-mail for each purpose that it was asked for, so that each has a wait of its own (docs/decisions/0072). */
export const codesByPurpose: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table code_request add column asked_for text`.execute(db)
    await sql`update code_request set asked_for = purpose`.execute(db)
    await sql`alter table code_request alter column asked_for set not null`.execute(db)
    await sql`alter table code_request drop constraint code_request_pkey`.execute(db)
    await sql`alter table code_request add primary key (email_key, asked_for)`.execute(db)
  },
}
