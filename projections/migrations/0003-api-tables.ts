import { type Kysely, type Migration, sql } from 'kysely'

/** Sessions, uploads and other bookkeeping of the API and the process managers: secrets and bytes, never business facts. */
export const apiTables: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      sql`create table session (
        token_hash bytea primary key,
        user_id text not null,
        created_at timestamptz not null,
        last_seen_at timestamptz not null,
        expires_at timestamptz not null
      )`,
      sql`create index session_user_id on session (user_id)`,
      sql`create table throttle (
        key text not null,
        window_start timestamptz not null,
        tries integer not null,
        primary key (key, window_start)
      )`,
      sql`create table document (
        id uuid primary key,
        sha256 text not null,
        file_name text not null,
        media_type text not null,
        bytes bigint not null,
        uploaded_by text not null,
        uploaded_at timestamptz not null
      )`,
      sql`create index document_uploaded_by on document (uploaded_by)`,
      sql`create table product_order (
        id text primary key,
        patient_id text not null,
        coe_id text not null,
        ordered_by text not null,
        ordered_at timestamptz not null
      )`,
      sql`create table export_manifest (
        id uuid primary key,
        report text not null,
        url text not null,
        position bigint not null,
        rows bigint not null,
        totals jsonb not null,
        sha256 text not null,
        bytes bigint not null,
        exported_by text not null,
        exported_at timestamptz not null
      )`,
      sql`create table process_checkpoint (
        name text primary key,
        position bigint not null
      )`,
      sql`create table person_key (
        person_id text primary key,
        wrapped_key bytea,
        created_at timestamptz not null default now(),
        destroyed_at timestamptz
      )`,
    ]
    for (const statement of statements) await statement.execute(db)
  },
}
