import { type Kysely, type Migration, sql } from 'kysely'

/**
 * What a request was found to be about is sealed like its answer (api/idempotency/sealed.ts). A request that was cut off
 * just before this is made chooses anew what is left of it.
 */
export const sealedChoices: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table request_key alter column chosen type bytea using null`.execute(db)
  },
}
