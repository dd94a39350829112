import { type Kysely, type Migration, sql } from 'kysely'

/**
 * The last code that was asked for to an e-mail, whether it has an account or not; and changes of passwords until they are
 * recorded in the log (docs/decisions/0072).
 */
export const mailedCodes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table code_request (
      email_key text primary key,
      code_id text not null,
      purpose text not null,
      asked_at timestamptz not null
        constraint code_request_asked_at_is_read check (asked_at between '0001-01-01' and '9999-12-31'),
      tries int not null default 0,
      resolved_at timestamptz
        constraint code_request_resolved_at_is_read check (resolved_at between '0001-01-01' and '9999-12-31'))`.execute(
      db,
    )
    await sql`create index code_request_asked on code_request (asked_at)`.execute(db)
    await sql`alter table credential add column change_id text, add column change_code text`.execute(db)
  },
}
