import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Sessions and passwords say that a process of the portal wrote them (`mac`, commands/row-macs.ts). Sessions of before are
 * ended; passwords of before are taken under a MAC once, while the column has its default (credentials.ts), which only the
 * tables' owner could give it back.
 */
export const whoLetsIn: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`delete from session`.execute(db)
    await sql`alter table session add column mac text not null`.execute(db)
    await sql`alter table credential add column mac text not null default ''`.execute(db)
  },
}
