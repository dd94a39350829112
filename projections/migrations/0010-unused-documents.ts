import { type Kysely, type Migration, sql } from 'kysely'

/** Whether a document is attached to something; older ones are taken to be. */
export const unusedDocuments: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table document add column state text not null default 'attached'
        check (state in ('loose', 'attached', 'cleared'))`.execute(db)
    await sql`alter table document alter column state set default 'loose'`.execute(db)
    await sql`create index document_loose on document (uploaded_at) where state = 'loose'`.execute(db)
    await sql`create index document_cleared on document (sha256) where state = 'cleared'`.execute(db)
    await sql`create index document_sha256 on document (sha256)`.execute(db)
  },
}
