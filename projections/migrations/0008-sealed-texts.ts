import { type Kysely, type Migration, sql } from 'kysely'

/** What people type, a name they search for or that of a file, is sealed (api/sealed-bytes.ts). Older rows go. */
export const sealedTexts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [table, column] of [
      ['export_manifest', 'url'],
      ['document', 'file_name'],
    ] as const) {
      await sql`delete from ${sql.table(table)}`.execute(db)
      await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} type bytea using ''`.execute(db)
    }
  },
}
