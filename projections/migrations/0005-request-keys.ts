import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Requests under an Idempotency-Key: nothing in the clear. `id` stands for caller and key, `request` for all that was
 * asked, both as keyed hashes; `chosen` are the ids that a request without a list of its own is about; `answer` is sealed
 * under a key that is not kept here (api/idempotency/sealed.ts).
 */
export const requestKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table request_key (
        id bytea primary key,
        request bytea not null,
        chosen text[],
        answer bytea,
        created_at timestamptz not null
      )`.execute(db)
    await sql`create index request_key_created_at on request_key (created_at)`.execute(db)
  },
}
