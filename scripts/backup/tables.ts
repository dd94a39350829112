import type { OWN_TABLES } from '#api/health/own-tables.ts'

/**
 * What a backup does with a table: `data` and `keys` are the two parts of it, the head of the log stands in the manifest;
 * what is derived is built again from the log, and what passes is to be forgotten. The tables of the read models are
 * derived too, and the migrations' own are made by the restore.
 */
export type Fate = 'data' | 'keys' | 'head' | 'derived' | 'passing'

/** Every table that no log gives back. In the order in which they are filled: what refers to a row comes behind it. */
export const FATES: Readonly<Record<keyof typeof OWN_TABLES, Fate>> = {
  event_log: 'data',
  event_log_head: 'head',
  secret_check: 'data',
  credential: 'data',
  short_code: 'data',
  document: 'data',
  product_order: 'data',
  export_manifest: 'data',
  // Without it a request that is repeated behind the restore would be done twice.
  request_key: 'data',
  process_checkpoint: 'data',
  process_item: 'data',
  process_timer: 'data',
  // Its ids stay also of what was sent: so nothing of before the backup is sent again.
  outbox: 'data',
  // Of a portal that is tried out.
  local_mail: 'passing',
  // What was found not to hold stays found, until somebody decides; and the whole log is checked again.
  integrity_finding: 'data',
  integrity_check: 'passing',
  // Of a log that does not hold somewhere no other could be made: it gives other ends than those that were sealed.
  stream_end: 'data',
  stream_end_seal: 'data',
  // By it alone a restore knows who was erased since: kept apart, and the newest is taken.
  person_key: 'keys',
  read_model: 'derived',
  read_model_build: 'derived',
  erased_person: 'derived',
  // One that was ended since would be open again.
  session: 'passing',
  // Counters of minutes and hours; those of erased people could not be found any more.
  sign_in_try: 'passing',
  // A step of half a minute.
  second_factor_step: 'passing',
  // Codes are good for half an hour.
  code_request: 'passing',
  // Registered within seconds, or asked for again.
  enrolment: 'passing',
  call_count: 'passing',
  // Of half a day: what was read is shown as new once more.
  notices_read: 'passing',
  // The messages are shown as new once more.
  dispute_read: 'passing',
  process_part: 'passing',
}

/** The tables of one part of a backup, in the order in which they are filled. */
export const tablesOf = (part: 'data' | 'keys'): readonly string[] =>
  Object.entries(FATES).flatMap(([table, fate]) => (fate === part ? [table] : []))
