import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Since when a mail waits, by which what was sent and what nobody wants any more is cleared (api/housekeeping.ts); and the
 * mailbox of a portal without a mail server, each mail under the key of the person it is to (api/mail/mailbox.ts).
 */
export const mail: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table outbox add column asked_at timestamptz not null default now()`.execute(db)
    await sql`create index outbox_asked on outbox (asked_at)`.execute(db)
    await sql`
      create table local_mail (
        id uuid primary key,
        user_id text not null,
        sent_at timestamptz not null,
        sealed bytea not null
      )`.execute(db)
    await sql`create index local_mail_sent on local_mail (sent_at)`.execute(db)
  },
}
