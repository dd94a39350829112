import { type Kysely, type Migration, sql } from 'kysely'

/** Up to which message somebody has read the chat of a dispute (docs/decisions/0100); cleared by age (api/housekeeping.ts). */
export const disputeReads: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table dispute_read (
      user_id text not null,
      dispute_id text not null,
      read_number bigint not null
        constraint dispute_read_read_number_is_read check (read_number between -9007199254740991 and 9007199254740991),
      read_at timestamptz not null
        constraint dispute_read_read_at_is_read check (read_at between '0001-01-01' and '9999-12-31'),
      primary key (user_id, dispute_id))`.execute(db)
    await sql`create index dispute_read_read_at on dispute_read (read_at)`.execute(db)
  },
}
