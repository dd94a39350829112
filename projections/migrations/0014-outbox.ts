import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Mail that processes ask for: who it is to and what it is about, by their ids and the place of the event. The ids stay
 * when it was sent: a replay finds them.
 */
export const outbox: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table outbox (
        id uuid primary key,
        process text not null,
        template text not null,
        recipient text not null,
        stream text not null,
        revision integer not null,
        due_at timestamptz,
        attempts integer not null default 0,
        error text,
        is_dead boolean not null default false,
        sent_at timestamptz
      )`.execute(db)
    await sql`create index outbox_due on outbox (due_at) where due_at is not null`.execute(db)
    await sql`create index outbox_unsent on outbox (process) where sent_at is null`.execute(db)
  },
}
