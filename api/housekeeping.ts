import type { AppContext } from './context.ts'
import { clearUnused } from './documents/clear-unused.ts'
import { forgetOldKeys } from './idempotency/request-keys.ts'
import type { Eraser } from './people/erasure/erase-person.ts'
import { READ_KEPT_DAYS } from './money/contracts/notice.ts'
import { finishErasures } from './people/erasure/unfinished-erasures.ts'
import { IDLE_MS } from './people/session/sessions.ts'

/** How often the house is kept: what has ended is gone within the hour. */
export const HOUSEKEEPING_EVERY_MS = 5 * 60_000

/** So many rows in one statement, so that no call waits long for a lock. */
const BATCH = 1_000

/** How long the key of a request is kept (docs/decisions/0011). */
const KEYS_KEPT_MS = 7 * 86_400_000

/** Plain tables whose rows end by themselves: `$1` is now, `$2` since when a session has been idle for too long. */
const ENDED = [
  { table: 'sign_in_try', key: 'key', ended: 'forget_at <= $1' },
  { table: 'code_request', key: 'email_key, asked_for', ended: `asked_at <= $1::timestamptz - interval '1 day'` },
  {
    table: 'enrolment',
    key: 'email_key',
    ended: `(asked_at <= $1::timestamptz - interval '1 day' or finished_at <= $1::timestamptz - interval '10 minutes')`,
  },
  { table: 'call_count', key: 'key', ended: 'resets_at <= $1' },
  // Of what was read so long ago nothing is shown any more.
  {
    table: 'notices_read',
    key: 'user_id',
    ended: `read_until <= $1::timestamptz - interval '${READ_KEPT_DAYS} days'`,
  },
  {
    table: 'dispute_read',
    key: 'user_id, dispute_id',
    ended: `read_at <= $1::timestamptz - interval '${READ_KEPT_DAYS} days'`,
  },
  // Twice as long as mail is asked for about anything (commands/processes/changes.ts): what begins again asks for none of it.
  { table: 'outbox', key: 'id', ended: `asked_at <= $1::timestamptz - interval '60 days'` },
  { table: 'session', key: 'token_hash', ended: '(expires_at <= $1 or last_seen_at <= $2)' },
] as const

/**
 * Removes the rows that have ended, in small batches, and uploads that nobody used, and finishes erasures; safe in several
 * processes at once. Nothing depends on when it runs: whoever reads these tables looks at the time too.
 */
export async function keepHouse(
  house: Eraser & Pick<AppContext, 'now' | 'restored'>,
  signal: AbortSignal,
): Promise<void> {
  const { pool, now } = house
  for (const { table, key, ended } of ENDED) {
    let removed = BATCH
    while (removed === BATCH && !signal.aborted) {
      const at = now()
      const { rowCount } = await pool.query(
        `delete from ${table} where (${key}) in (
           select ${key} from ${table}
            where ${ended} and $2::timestamptz is not null limit ${BATCH} for update skip locked)`,
        [new Date(at), new Date(at - IDLE_MS)],
      )
      removed = rowCount ?? 0
    }
  }
  if (!signal.aborted) await forgetOldKeys(pool, new Date(now() - KEYS_KEPT_MS))
  if (!signal.aborted) await clearUnused(house, signal)
  if (!signal.aborted) await finishErasures(house, signal)
}
