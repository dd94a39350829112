import { type Kysely, type Migration, sql } from 'kysely'

/**
 * What somebody has enrolled with an e-mail, whether it has an account or not, until it is registered behind the answer
 * (docs/decisions/0091). `digest` is of all but the password; `sealed` is all of it, with the password's hash.
 */
export const enrolments: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table enrolment (
      email_key text primary key,
      id text not null,
      asked_at timestamptz not null
        constraint enrolment_asked_at_is_read check (asked_at between '0001-01-01' and '9999-12-31'),
      digest text not null,
      sealed bytea not null,
      finished_at timestamptz
        constraint enrolment_finished_at_is_read check (finished_at between '0001-01-01' and '9999-12-31'))`.execute(db)
    await sql`create index enrolment_unfinished on enrolment (asked_at) where finished_at is null`.execute(db)
  },
}
