import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Whose a document is: bytes and name are under the key of that person (api/documents/document-cipher.ts). Older rows,
 * whose bytes were kept as they came, go. Whose request a kept answer is of, as a keyed hash. And whose keys are gone.
 */
export const documentsOfPeople: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`delete from document`.execute(db)
    await sql`alter table document add column person_id text not null`.execute(db)
    await sql`create index document_person_id on document (person_id)`.execute(db)
    await sql`create index person_key_destroyed on person_key (person_id) where destroyed_at is not null`.execute(db)
    await sql`delete from request_key`.execute(db)
    await sql`alter table request_key add column caller bytea not null`.execute(db)
    await sql`create index request_key_caller on request_key (caller)`.execute(db)
  },
}
