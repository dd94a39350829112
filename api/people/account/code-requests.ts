import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { CodePurpose } from '#domain/people/user/events.ts'
import { newId } from '#commands/ids.ts'
import { emailKey } from '#commands/people/user/email-key.ts'
import { CODE_LIFE_MS, isCode, mailedCode } from '#commands/people/user/mailed-code.ts'
import type { AppContext } from '#api/context.ts'
import { HttpError, invalid } from '#api/http-error.ts'
import { countedAddress } from '#api/limits/address.ts'
import { countCall, forgiveCall } from '#api/limits/call-limits.ts'
import { waitWords } from '#api/limits/wait-words.ts'

/** `either` is decided by what the account needs (domain/people/user/account.ts). */
export type Purpose = Exclude<CodePurpose, 'invitation'> | 'either'

/** Between two codes to one e-mail for one purpose (spec, constants: resend wait). */
export const RESEND_MS = 3 * 60_000
const DAY_MS = 24 * 3_600_000
/** One that was asked for so much later than now is of a clock that was wrong; less is somebody at the same moment. */
const AHEAD_MS = 60_000
const IN_A_DAY = { toEmail: 20, fromAddress: 500, words: 'You asked for many codes today.' }
/** So many are compared with one code, however many are sent at once. */
export const MOST_TRIES = 5

/**
 * Asks for a code to an e-mail, in place of the one before for the same purpose. The same work and the same answer whether it has an account:
 * whose it is, is found out behind the answer (finish-accounts.ts). Throws 429 within three minutes of the last one, and
 * after too many in a day.
 */
export async function askForCode(
  context: AppContext,
  request: FastifyRequest,
  email: string,
  purpose: Purpose,
): Promise<void> {
  const { pool, now, emailSecret } = context
  const [key, at] = [emailKey(email, emailSecret), now()]
  const counted = await countCode(context, request, key)
  if (await writeRequest(pool, { key, at, purpose, unlessAfter: at - RESEND_MS })) return
  await forgiveCall(context, counted)
  const before = await codeOf(context, key, purpose)
  const last = before === undefined ? at : Date.parse(before.asked_at)
  const seconds = Math.max(1, Math.ceil((last + RESEND_MS - at) / 1000))
  const message = `We just sent a code. You can ask for another one in ${waitWords(seconds)}.`
  throw new HttpError(429, message, undefined, seconds)
}

/** What is kept of the last code that was asked for to an e-mail. `asked_at`: ISO. */
export type CodeRow = {
  readonly code_id: string
  readonly purpose: Purpose
  readonly asked_at: string
  readonly tries: number
}

/** The last code that was asked for to an e-mail, by its key: for any purpose, or for one. */
export async function codeOf(
  { pool }: Pick<AppContext, 'pool'>,
  key: string,
  purpose?: Purpose,
): Promise<CodeRow | undefined> {
  const { rows } = await pool.query<CodeRow>(
    `select code_id, purpose, asked_at, tries from code_request
      where email_key = $1 and asked_for = coalesce($2, asked_for) order by asked_at desc limit 1`,
    [key, purpose],
  )
  return rows[0]
}

/** Ends the wait for another code: this one was used. It stays what it was for whoever lost the answer. */
export async function endWait({ pool }: Pick<AppContext, 'pool'>, codeId: string): Promise<void> {
  await pool.query('update code_request set asked_at = asked_at - $2::interval where code_id = $1', [
    codeId,
    `${RESEND_MS} milliseconds`,
  ])
}

/** Counts one code to an e-mail, by its key. Throws 429 after too many in a day. */
export function countCode(context: AppContext, request: FastifyRequest, key: string) {
  const address = countedAddress(context, request)
  return countCall(context, DAY_MS, IN_A_DAY.words, [
    { key: `code:${key}`, most: IN_A_DAY.toEmail },
    ...(address === undefined ? [] : [{ key: `code-from:${address}`, most: IN_A_DAY.fromAddress }]),
  ])
}

type Request = {
  readonly key: string
  readonly at: number
  readonly purpose: Purpose
  /** Not when one was asked for after that; ms since 1970. */
  readonly unlessAfter: number
}

/** Notes that a code is to be mailed to an e-mail, in place of the one before for the same purpose; gives whether it is. */
export async function writeRequest(db: Pick<pg.Pool, 'query'>, request: Request): Promise<boolean> {
  const { key, at, purpose, unlessAfter } = request
  const { rowCount } = await db.query(
    `insert into code_request as r (email_key, asked_for, code_id, purpose, asked_at) values ($1, $3, $2, $3, $4)
     on conflict (email_key, asked_for) do update set code_id = excluded.code_id, purpose = excluded.purpose,
       asked_at = excluded.asked_at, tries = 0, resolved_at = null
     where r.asked_at <= $5 or r.asked_at > $6`,
    [key, newId(at), purpose, new Date(at), new Date(unlessAfter), new Date(at + AHEAD_MS)],
  )
  return rowCount === 1
}

/**
 * Gives the id of the code that was asked for last to an e-mail for a purpose, when this is the code. Each try is counted before anything
 * is compared, in one statement. Throws 422, the same whatever is not right: the code, the e-mail, its time, too many tries.
 */
export async function mustBeCode(
  { pool, now, emailSecret }: AppContext,
  { email, hash }: { readonly email: string; readonly hash: string },
  purpose: Exclude<Purpose, 'either'>,
): Promise<{ readonly codeId: string; readonly emailKey: string }> {
  const [key, at] = [emailKey(email, emailSecret), now()]
  const { rows } = await pool.query<{ code_id: string; purpose: Purpose }>(
    `update code_request set tries = tries + 1
      where (email_key, asked_for) in (
              select email_key, asked_for from code_request where email_key = $1 and purpose = $4
               order by asked_at desc limit 1)
        and tries between 0 and ${MOST_TRIES - 1} and asked_at > $2 and asked_at <= $3
     returning code_id, purpose`,
    [key, new Date(at - CODE_LIFE_MS[purpose]), new Date(at), purpose],
  )
  const [row] = rows
  const codeId = row?.code_id ?? ''
  const isRight = isCode(hash, mailedCode(emailSecret, { codeId, purpose, emailKey: key }))
  if (row?.purpose !== purpose || !isRight) throw invalid('hash', 'The code is wrong or has expired')
  return { codeId, emailKey: key }
}
