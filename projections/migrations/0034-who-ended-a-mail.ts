import { type Kysely, type Migration, sql } from 'kysely'

/**
 * A mail that was sent, or is a dead letter, says that the portal's sender ended it so (`ended_mac`, commands/processes/ended-mail.ts).
 * Those of before are taken under a MAC once, while the column has its default, which only the tables' owner could give it back.
 */
export const whoEndedAMail: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table outbox add column ended_mac text default ''`.execute(db)
  },
}
