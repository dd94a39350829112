import { type Kysely, type Migration, sql } from 'kysely'

/** What was ordered, so that a bill can be held against its order. */
export const orderedProducts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table product_order add column products jsonb not null default '[]'`.execute(db)
  },
}
