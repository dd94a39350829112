import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Documents, orders and manifests of exports say that a process of the portal wrote them, with all that they say (`mac`,
 * commands/signed-rows.ts). Those of before are taken under a MAC once, while the column has its default, which only the
 * tables' owner could give it back.
 */
export const whoWroteWhatPeopleTrust: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['document', 'product_order', 'export_manifest'])
      await sql`alter table ${sql.table(table)} add column mac text not null default ''`.execute(db)
  },
}
