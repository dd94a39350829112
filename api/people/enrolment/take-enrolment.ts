import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { newId } from '#commands/ids.ts'
import { inTransaction } from '#commands/postgres.ts'
import { emailKey } from '#commands/people/user/email-key.ts'
import type { AppContext } from '#api/context.ts'
import { HttpError } from '#api/http-error.ts'
import { forgiveCall } from '#api/limits/call-limits.ts'
import { waitWords } from '#api/limits/wait-words.ts'
import { countCode, RESEND_MS, writeRequest } from '#api/people/account/code-requests.ts'
import type { RegisterBody } from '#api/people/contracts/enrolment.ts'
import { sealed, unsealed } from './enrolled.ts'

/**
 * Notes an enrolment, and that a code is to be mailed. The same work and the same answer whether the e-mail has an account:
 * who is registered, is found out behind the answer (finish-enrolments.ts). Sent again within three minutes it is the same
 * one; another one of the same e-mail is refused for so long, with 429.
 */
export async function takeEnrolment(context: AppContext, request: FastifyRequest, body: RegisterBody): Promise<void> {
  const { credentials, emailSecret, now, pool, sealedTexts } = context
  const { password, ...said } = body
  const key = emailKey(said.email, emailSecret)
  const digest = createHmac('sha256', emailSecret)
    .update(`chf enrolment 1\n${JSON.stringify(Object.entries(said).sort())}`)
    .digest('hex')
  if (await isSameAgain(context, { key, digest, password })) return
  const counted = await countCode(context, request, key)
  const at = now()
  const id = newId(at)
  const stamp = { id, at: new Date(at).toISOString(), correlationId: request.id }
  const row = sealed(sealedTexts, { ...said, ...stamp, hashed: await credentials.hashed(password) })
  const client = await pool.connect()
  try {
    let isTaken = false
    await inTransaction(client, async () => {
      const { rowCount } = await client.query(
        `insert into enrolment as e (email_key, id, asked_at, digest, sealed) values ($1, $2, $3, $4, $5)
         on conflict (email_key) do update set id = excluded.id, asked_at = excluded.asked_at, digest = excluded.digest,
           sealed = excluded.sealed, finished_at = null
         where e.finished_at is not null and (e.asked_at <= $6 or e.asked_at > $3)`,
        [key, id, new Date(at), digest, row, new Date(at - RESEND_MS)],
      )
      isTaken = rowCount === 1
      if (isTaken) await writeRequest(client, { key, at, purpose: 'verification', unlessAfter: at })
    })
    if (isTaken) return
  } finally {
    client.release()
  }
  await forgiveCall(context, counted)
  // Another press of the same button was faster.
  if (await isSameAgain(context, { key, digest, password })) return
  throw tooSoon(RESEND_MS)
}

type Again = { readonly key: string; readonly digest: string; readonly password: string }

/** Whether this very enrolment was sent just now. Throws 429 when it was another one of the same e-mail. */
async function isSameAgain({ pool, now, credentials, sealedTexts }: AppContext, again: Again): Promise<boolean> {
  const { rows } = await pool.query<{ asked_at: string; digest: string; sealed: Buffer; is_open: boolean }>(
    'select asked_at, digest, sealed, finished_at is null as is_open from enrolment where email_key = $1',
    [again.key],
  )
  const [row] = rows
  if (row === undefined) return false
  const waitMs = Date.parse(row.asked_at) + RESEND_MS - now()
  if ((waitMs <= 0 || waitMs > RESEND_MS) && !row.is_open) return false
  const known = unsealed(sealedTexts, row.sealed)
  if (known === undefined) return false
  if (row.digest === again.digest && (await credentials.isSame(known.hashed, again.password))) return true
  throw tooSoon(waitMs)
}

function tooSoon(waitMs: number): HttpError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const words = `Someone just enrolled with this email. You can try again in ${waitWords(seconds)}.`
  return new HttpError(429, words, undefined, seconds)
}
