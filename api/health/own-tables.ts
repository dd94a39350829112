import type pg from 'pg'
import { READ_MODEL_NAMES } from '#projections/read-models.ts'
import { NARROWED } from '#projections/migrations/rights.ts'

/** Tables that no log gives back: what the log's and the migrations' makers made in the end, column by column. */
export const OWN_TABLES = {
  event_log: ['position', 'stream', 'revision', 'id', 'type', 'data', 'meta', 'recorded_at'],
  event_log_head: ['only_row', 'position', 'recorded_at'],
  read_model: ['name', 'revision', 'position', 'fingerprint', 'stopped_at', 'error', 'skipped', 'shape', 'decided'],
  read_model_build: ['name', 'revision', 'position', 'head', 'error', 'stopped_at'],
  credential: ['user_id', 'password_hash', 'changed_at', 'mac', 'pepper', 'change_id', 'change_code'],
  code_request: ['email_key', 'code_id', 'purpose', 'asked_at', 'tries', 'resolved_at', 'asked_for'],
  enrolment: ['email_key', 'id', 'asked_at', 'digest', 'sealed', 'finished_at'],
  second_factor_step: ['enrolment_id', 'user_id', 'step'],
  short_code: ['kind', 'year', 'next'],
  session: [
    ...['token_hash', 'user_id', 'created_at', 'last_seen_at', 'expires_at', 'on_behalf_of', 'device', 'address'],
    'mac',
  ],
  document: [
    ...['id', 'sha256', 'file_name', 'media_type', 'bytes', 'uploaded_by', 'uploaded_at', 'state', 'person_id', 'mac'],
  ],
  product_order: ['id', 'patient_id', 'coe_id', 'ordered_by', 'ordered_at', 'products', 'mac'],
  export_manifest: [
    ...['id', 'report', 'url', 'position', 'rows', 'totals', 'sha256', 'bytes', 'exported_by', 'exported_at', 'mac'],
  ],
  process_checkpoint: ['name', 'position', 'quiet_up_to', 'born_at', 'error', 'decided'],
  process_item: ['process', 'key', 'stream', 'revision', 'position', 'due_at', 'attempts', 'error', 'is_dead'],
  process_timer: ['process', 'key', 'name', 'due_at', 'attempts', 'error'],
  outbox: [
    ...['id', 'process', 'template', 'recipient', 'stream', 'revision', 'due_at', 'attempts', 'error'],
    ...['is_dead', 'sent_at', 'asked_at', 'ended_mac', 'asked_mac'],
  ],
  local_mail: ['id', 'user_id', 'sent_at', 'sealed'],
  person_key: ['person_id', 'wrapped_key', 'created_at', 'destroyed_at', 'destroyed_mac'],
  request_key: ['id', 'request', 'chosen', 'answer', 'created_at', 'caller'],
  sign_in_try: ['key', 'tries', 'closed_until', 'forget_at'],
  call_count: ['key', 'used', 'resets_at'],
  dispute_read: ['user_id', 'dispute_id', 'read_number', 'read_at'],
  notices_read: ['user_id', 'read_until'],
  secret_check: ['name', 'value', 'made_at'],
  erased_person: ['person_id'],
  integrity_finding: [
    ...['id', 'position', 'through', 'stream', 'checked', 'expected', 'found', 'found_by', 'found_at', 'row'],
    ...['key_id', 'mac'],
  ],
  integrity_check: ['only_row', 'since', 'ended_at', 'events', 'different', 'key_id', 'mac'],
  stream_end: ['stream', 'revision', 'hash'],
  stream_end_seal: ['only_row', 'number'],
  process_part: [
    'process',
    'name',
    'state',
    'since',
    'failures',
    'last_failed_at',
    'beat_at',
    'backend',
    'remark',
    'event_key',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** What cannot be used, in words, and whether it is gone or only the right to it. Names of tables are nobody's data. */
export type LostTable = {
  readonly says: string
  readonly isGone: boolean
  /** The read model whose table it is: the others go on. */
  readonly model?: string
}

type Row = {
  readonly name: string
  readonly model: string | null
  readonly is_missing: boolean
  readonly columns: string[]
  readonly rights: string[]
}

/** The log is written through its function alone. */
const APPEND = 'event_log_append'
const READ_ONLY = ['select']
const ALL_RIGHTS = ['select', 'insert', 'update', 'delete']
const rightsTo = (name: string): readonly string[] =>
  NARROWED.find(({ table }) => table === name)?.whole ?? (name.startsWith('event_log') ? READ_ONLY : ALL_RIGHTS)

const EXPECTED = JSON.stringify([
  ...Object.entries(OWN_TABLES).map(([name, columns]) => ({
    ...{ name, columns, model: null, rights: rightsTo(name) },
    updates: NARROWED.find(({ table }) => table === name)?.update ?? [],
  })),
  // Whether a read model's tables are there is told with the model; of many there is no past.
  ...READ_MODEL_NAMES.flatMap((model) =>
    [model, `${model}_history`].map((name) => ({ name, columns: [], model, rights: ALL_RIGHTS, updates: [] })),
  ),
])

/**
 * Which of the portal's tables somebody has taken away, or the right to them. Asks the catalog alone, so that a table that is
 * locked holds nobody up.
 */
export async function findLostTables(pool: pg.Pool): Promise<readonly LostTable[]> {
  const { rows } = await pool.query<Row>(
    `with expected as (
       select t.*, c.oid
         from jsonb_to_recordset($1) t(name text, columns text[], rights text[], updates text[], model text)
         left join pg_class c on c.relname = t.name and c.relkind = 'r' and pg_table_is_visible(c.oid)
     ), found as (
       select name, model, model is null and oid is null as is_missing,
              array(select one from unnest(columns) one where not exists (
                select from pg_attribute a where a.attrelid = oid and a.attname = one and not a.attisdropped)) as columns,
              array(select one from unnest(rights) one where not has_table_privilege(oid, one)
                     union all
                    select 'update of ' || a.attname from pg_attribute a
                     where a.attrelid = oid and a.attname = any(updates) and not has_column_privilege(oid, a.attnum, 'update')) as rights
         from expected
       union all
       select $2, null, count(p.oid) = 0, '{}',
              case when bool_and(has_function_privilege(p.oid, 'execute')) then '{}' else '{execute}'::text[] end
         from (select) one left join pg_proc p on p.proname = $2 and pg_function_is_visible(p.oid)
     )
     select * from found where is_missing or columns <> '{}' or rights <> '{}' order by name`,
    [EXPECTED, APPEND],
  )
  return rows.map(lostIn)
}

function lostIn({ name, model, is_missing: isMissing, columns, rights }: Row): LostTable {
  if (isMissing) return { says: `${name} is missing`, isGone: true }
  if (columns.length > 0) return { says: `${name} has no ${columns.join(' and no ')}`, isGone: true }
  const says = `${name} cannot be used by the portal (no right to ${rights.join(', ')})`
  return { says, isGone: false, ...(model === null ? {} : { model }) }
}
