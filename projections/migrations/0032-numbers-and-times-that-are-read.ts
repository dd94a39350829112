import { type Kysely, type Migration, sql } from 'kysely'

/** Numbers that a process would read as another one, or not at all, and times that are on no calendar of its own. */
const COLUMNS = {
  number: [
    ...['read_model.position', 'read_model.stopped_at', 'read_model_build.position', 'read_model_build.head'],
    ...['read_model_build.stopped_at', 'short_code.next', 'document.bytes', 'export_manifest.position'],
    ...[
      'export_manifest.rows',
      'export_manifest.bytes',
      'process_checkpoint.position',
      'process_checkpoint.quiet_up_to',
    ],
    ...['process_item.position', 'integrity_check.events'],
    'stream_end_seal.number',
  ],
  time: [
    ...['credential.changed_at', 'session.created_at', 'session.last_seen_at', 'session.expires_at'],
    ...[
      'document.uploaded_at',
      'product_order.ordered_at',
      'export_manifest.exported_at',
      'process_checkpoint.born_at',
    ],
    ...['process_item.due_at', 'process_timer.due_at', 'outbox.due_at', 'outbox.sent_at', 'outbox.asked_at'],
    ...['local_mail.sent_at', 'person_key.created_at', 'person_key.destroyed_at', 'request_key.created_at'],
    ...['sign_in_try.closed_until', 'sign_in_try.forget_at', 'call_count.resets_at', 'notices_read.read_until'],
    ...['secret_check.made_at', 'process_part.since', 'process_part.last_failed_at', 'process_part.beat_at'],
  ],
} as const

const HOLDS = {
  number: 'between -9007199254740991 and 9007199254740991',
  time: `between '0001-01-01' and '9999-12-31'`,
} as const

/**
 * What no process of the portal writes, and none could read back, no table takes: one such checkpoint kept every process from
 * starting. Of rows that are there already nothing is asked. Findings, and when the last whole check was, are read whatever stands there.
 */
export const readableValues: Migration = {
  async up(db: Kysely<unknown>) {
    for (const kind of ['number', 'time'] as const)
      for (const [table, column] of COLUMNS[kind].map((name) => name.split('.')))
        await sql
          .raw(
            `alter table ${table} add constraint ${table}_${column}_is_read check (${column} ${HOLDS[kind]}) not valid`,
          )
          .execute(db)
  },
}
