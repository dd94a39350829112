import { type Kysely, type Migration, sql } from 'kysely'

/**
 * A mail says that a process of the portal asked for it (`asked_mac`, commands/processes/asked-mail.ts). Those of before say nothing, and
 * are held by what their events ask for.
 */
export const whoAskedForAMail: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table outbox add column asked_mac text`.execute(db)
  },
}
