import { type Kysely, type Migration, sql } from 'kysely'

/** What is open in processes (commands/processes), their timers, and when each of them began. Only places of events. */
export const processes: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      sql`delete from process_checkpoint`,
      sql`alter table process_checkpoint
            add column quiet_up_to bigint not null,
            add column born_at timestamptz not null,
            add column error text`,
      sql`alter table process_checkpoint
            set (fillfactor = 50, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0)`,
      sql`create table process_item (
        process text not null,
        key text not null,
        stream text not null,
        revision integer not null,
        position bigint not null,
        due_at timestamptz,
        attempts integer not null default 0,
        error text,
        is_dead boolean not null default false,
        primary key (process, key)
      ) with (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0)`,
      sql`create index process_item_due on process_item (process, due_at) where due_at is not null`,
      sql`create index process_item_failing on process_item (process) where attempts > 0 or is_dead`,
      sql`create table process_timer (
        process text not null,
        key text not null,
        name text not null,
        due_at timestamptz not null,
        attempts integer not null default 0,
        error text,
        primary key (process, key, name),
        foreign key (process, key) references process_item on delete cascade
      )`,
      sql`create index process_timer_due on process_timer (process, due_at)`,
    ]
    for (const statement of statements) await statement.execute(db)
  },
}
