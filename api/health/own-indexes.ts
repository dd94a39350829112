/**
 * The indexes of the tables that are no read model's and not the log's, but for those of their constraints: by name, what
 * Postgres says behind USING in a session of the portal's. The log has none.
 */
export const OWN_INDEXES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  call_count: {
    call_count_resets_at: 'btree (resets_at)',
  },
  code_request: {
    code_request_asked: 'btree (asked_at)',
  },
  dispute_read: {
    dispute_read_read_at: 'btree (read_at)',
  },
  document: {
    document_cleared: "btree (sha256) WHERE (state = 'cleared'::text)",
    document_loose: "btree (uploaded_at) WHERE (state = 'loose'::text)",
    document_person_id: 'btree (person_id)',
    document_sha256: 'btree (sha256)',
    document_uploaded_by: 'btree (uploaded_by)',
  },
  enrolment: {
    enrolment_unfinished: 'btree (asked_at) WHERE (finished_at IS NULL)',
  },
  local_mail: {
    local_mail_sent: 'btree (sent_at)',
  },
  notices_read: {
    notices_read_read_until: 'btree (read_until)',
  },
  outbox: {
    outbox_asked: 'btree (asked_at)',
    outbox_due: 'btree (due_at) WHERE (due_at IS NOT NULL)',
    outbox_unsent: 'btree (process) WHERE (sent_at IS NULL)',
  },
  person_key: {
    person_key_destroyed: 'btree (person_id) WHERE (destroyed_at IS NOT NULL)',
  },
  process_item: {
    process_item_due: 'btree (process, due_at) WHERE (due_at IS NOT NULL)',
    process_item_failing: 'btree (process) WHERE ((attempts > 0) OR is_dead)',
  },
  process_timer: {
    process_timer_due: 'btree (process, due_at)',
  },
  request_key: {
    request_key_caller: 'btree (caller)',
    request_key_created_at: 'btree (created_at)',
  },
  session: {
    session_expires_at: 'btree (expires_at)',
    session_user_id: 'btree (user_id)',
  },
  sign_in_try: {
    sign_in_try_forget_at: 'btree (forget_at)',
  },
}
