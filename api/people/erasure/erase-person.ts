import type { Refusal } from '#domain/kernel/decider.ts'
import { isRegistered, user, type UserRefusal } from '#domain/people/user/user.ts'
import { load } from '#commands/handle.ts'
import type { Position } from '#commands/log/event-log.ts'
import { type ErasePerson, recordErasure } from '#commands/people/user/record-erasure.ts'
import { emptyPerson } from '#projections/empty-person.ts'
import { readModels } from '#projections/read-models.ts'
import type { AppContext } from '#api/context.ts'
import { clearThoseOf, removeCleared } from '#api/documents/clear-unused.ts'
import type { RequestKeys } from '#api/idempotency/request-keys.ts'
import type { KnownBrowsers } from '#api/people/session/known-browser.ts'

/** What an erasure reaches into. */
export type Eraser = Pick<AppContext, 'pool' | 'db' | 'documents' | 'handler' | 'keys' | 'rowMacs'> & {
  readonly requestKeys: Pick<RequestKeys, 'forgetCaller'>
  readonly knownBrowsers: Pick<KnownBrowsers, 'emailKey'>
}

export type Erased =
  | { readonly outcome: 'done'; readonly position: Position }
  | { readonly outcome: 'refused'; readonly refusal: Refusal<UserRefusal> }

/**
 * Erases a person (docs/decisions/0028): recorded in the log first, then everything that is kept of them, the key last.
 * Money, hashes and what others said of others stay. Called again it goes on where it stopped, and so does housekeeping.
 */
export async function erasePerson(eraser: Eraser, command: ErasePerson): Promise<Erased> {
  const { personId } = command.data
  const known = await load(eraser.handler, user, personId)
  const recorded = await recordErasure(eraser.handler, command)
  if (recorded.outcome === 'refused') return recorded
  // Only here is it still known under which e-mail their sign-ins were counted; what nobody clears ends within a day.
  if (isRegistered(known)) await forgetTries(eraser, known.email)
  await removeAll(eraser, personId)
  return { outcome: 'done', position: recorded.position }
}

/** Plain tables with rows of a person, and the column that has the person's id. */
const THEIR_ROWS = [
  { table: 'session', column: 'user_id' },
  { table: 'session', column: 'on_behalf_of' },
  { table: 'credential', column: 'user_id' },
  { table: 'second_factor_step', column: 'user_id' },
  { table: 'product_order', column: 'patient_id' },
  { table: 'notices_read', column: 'user_id' },
  { table: 'dispute_read', column: 'user_id' },
  { table: 'local_mail', column: 'user_id' },
] as const

/** Everything that is kept of somebody whose end is in the log; safe to be cut and to be called again. */
export async function removeAll(eraser: Eraser, personId: string): Promise<void> {
  const { pool, requestKeys, keys } = eraser
  for (const { table, column } of THEIR_ROWS) await pool.query(`delete from ${table} where ${column} = $1`, [personId])
  await pool.query(`delete from call_count where split_part(key, ':', 2) = $1`, [personId])
  await pool.query('delete from sign_in_try where key = $1', [`code-own:${personId}`])
  await requestKeys.forgetCaller(personId)
  await emptyPerson(pool, readModels, personId)
  await clearThoseOf(eraser, personId)
  await removeCleared(eraser, new AbortController().signal)
  // Last: as long as a key is there, whoever looks for what was cut short finds them (unfinished-erasures.ts).
  await keys.destroy(personId)
}

async function forgetTries({ pool, knownBrowsers }: Eraser, email: string): Promise<void> {
  const key = knownBrowsers.emailKey(email)
  // Of passwords and of codes, of strangers and of browsers that were known.
  await pool.query(`delete from sign_in_try where key like '%:' || $1`, [key.replaceAll('_', '\\_')])
}
