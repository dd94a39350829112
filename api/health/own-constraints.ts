type Made = {
  /** The columns of the primary key. */
  readonly key: string
  /** Columns that hold only what a process reads (migration 32): times on its calendar, numbers that it has. */
  readonly times?: readonly string[]
  readonly numbers?: readonly string[]
  /** Whether that is asked of every row, as the table was made with it; of those that are older than it, nothing is. */
  readonly ofAll?: true
  readonly others?: Readonly<Record<string, string>>
}

const TIME = (column: string) =>
  `((${column} >= '0001-01-01 00:00:00+00'::timestamp with time zone) AND (${column} <= '9999-12-31 00:00:00+00'::timestamp with time zone))`
const NUMBER = (column: string) =>
  `((${column} >= '-9007199254740991'::bigint) AND (${column} <= '9007199254740991'::bigint))`
/** A word of SQL, which Postgres puts in quotes. */
const inSql = (column: string) => (column === 'position' ? '"position"' : column)

function made(
  table: string,
  { key, times = [], numbers = [], ofAll, others = {} }: Made,
): Readonly<Record<string, string>> {
  const isRead = (holds: (column: string) => string) => (column: string) => [
    `${table}_${column}_is_read`,
    `CHECK (${holds(inSql(column))})${ofAll === true ? '' : ' NOT VALID'}`,
  ]
  return {
    [`${table}_pkey`]: `PRIMARY KEY (${key})`,
    ...Object.fromEntries([...times.map(isRead(TIME)), ...numbers.map(isRead(NUMBER))]),
    ...others,
  }
}

/** The constraints of the tables that are no read model's and not the log's, by name, as Postgres writes them in a session of the portal's. */
export const OWN_CONSTRAINTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  call_count: made('call_count', { key: 'key', times: ['resets_at'] }),
  code_request: made('code_request', {
    key: 'email_key, asked_for',
    times: ['asked_at', 'resolved_at'],
    ofAll: true,
  }),
  credential: made('credential', { key: 'user_id', times: ['changed_at'] }),
  dispute_read: made('dispute_read', {
    key: 'user_id, dispute_id',
    times: ['read_at'],
    numbers: ['read_number'],
    ofAll: true,
  }),
  document: made('document', {
    key: 'id',
    times: ['uploaded_at'],
    numbers: ['bytes'],
    others: { document_state_check: "CHECK ((state = ANY (ARRAY['loose'::text, 'attached'::text, 'cleared'::text])))" },
  }),
  enrolment: made('enrolment', { key: 'email_key', times: ['asked_at', 'finished_at'], ofAll: true }),
  erased_person: made('erased_person', { key: 'person_id' }),
  export_manifest: made('export_manifest', {
    key: 'id',
    times: ['exported_at'],
    numbers: ['bytes', 'position', 'rows'],
  }),
  integrity_check: made('integrity_check', {
    key: 'only_row',
    numbers: ['events'],
    others: { integrity_check_only_row_check: 'CHECK (only_row)' },
  }),
  integrity_finding: made('integrity_finding', { key: 'id' }),
  local_mail: made('local_mail', { key: 'id', times: ['sent_at'] }),
  notices_read: made('notices_read', { key: 'user_id', times: ['read_until'] }),
  outbox: made('outbox', { key: 'id', times: ['asked_at', 'due_at', 'sent_at'] }),
  person_key: made('person_key', { key: 'person_id', times: ['created_at', 'destroyed_at'] }),
  process_checkpoint: made('process_checkpoint', {
    key: 'name',
    times: ['born_at'],
    numbers: ['position', 'quiet_up_to'],
  }),
  process_item: made('process_item', { key: 'process, key', times: ['due_at'], numbers: ['position'] }),
  process_part: made('process_part', { key: 'process, name', times: ['beat_at', 'last_failed_at', 'since'] }),
  process_timer: made('process_timer', {
    key: 'process, key, name',
    times: ['due_at'],
    others: {
      process_timer_process_key_fkey:
        'FOREIGN KEY (process, key) REFERENCES process_item(process, key) ON DELETE CASCADE',
    },
  }),
  product_order: made('product_order', { key: 'id', times: ['ordered_at'] }),
  read_model: made('read_model', { key: 'name', numbers: ['position', 'stopped_at'] }),
  read_model_build: made('read_model_build', { key: 'name', numbers: ['head', 'position', 'stopped_at'] }),
  request_key: made('request_key', { key: 'id', times: ['created_at'] }),
  second_factor_step: made('second_factor_step', {
    key: 'enrolment_id',
    others: { second_factor_step_step_is_read: "CHECK (((step >= 0) AND (step <= '9007199254740991'::bigint)))" },
  }),
  secret_check: made('secret_check', { key: 'name', times: ['made_at'] }),
  session: made('session', { key: 'token_hash', times: ['created_at', 'expires_at', 'last_seen_at'] }),
  short_code: made('short_code', {
    key: 'kind, year',
    numbers: ['next'],
    others: { short_code_next_check: 'CHECK ((next > 0))' },
  }),
  sign_in_try: made('sign_in_try', { key: 'key', times: ['closed_until', 'forget_at'] }),
  stream_end: made('stream_end', { key: 'stream' }),
  stream_end_seal: made('stream_end_seal', {
    key: 'only_row',
    numbers: ['number'],
    others: { stream_end_seal_only_row_check: 'CHECK (only_row)' },
  }),
}
