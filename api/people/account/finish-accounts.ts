import { deriveId } from '#commands/ids.ts'
import { handle, load } from '#commands/handle.ts'
import { recordPasswordChanges } from '#commands/people/user/change-password.ts'
import { CODE_LIFE_MS } from '#commands/people/user/mailed-code.ts'
import { emailClaim } from '#domain/people/email-claim/email-claim.ts'
import { isRegistered, user } from '#domain/people/user/user.ts'
import type { AppContext } from '#api/context.ts'
import { type EnrolmentHouse, finishEnrolments } from '#api/people/enrolment/finish-enrolments.ts'
import type { Purpose } from './code-requests.ts'

export const ACCOUNTS_EVERY_MS = 1_000
/** How long whoever changes a password has to record it before it is done for them. */
const GRACE_MS = 10_000

type House = EnrolmentHouse & Pick<AppContext, 'handler' | 'pool' | 'credentials' | 'now'>
type Asked = {
  readonly email_key: string
  readonly code_id: string
  readonly purpose: Purpose
  readonly asked_at: string
}

/**
 * What of accounts is done behind the answer: registers who has enrolled, finds out whose the e-mails are to which codes were asked for, so that the call
 * itself does the same for known and unknown ones, and records changes of passwords that were cut off. Safe in several
 * processes at once.
 */
export async function finishAccounts(house: House): Promise<void> {
  await finishEnrolments(house)
  await resolveCodes(house)
  await recordPasswordChanges(house, house.now() - GRACE_MS)
}

async function resolveCodes(house: House): Promise<void> {
  const { pool, now } = house
  const { rows } = await pool.query<Asked>(
    `select email_key, code_id, purpose, asked_at from code_request
      where resolved_at is null and asked_at > $1
        and not exists (select from enrolment e where e.email_key = code_request.email_key and e.finished_at is null)
      order by asked_at limit 100`,
    [new Date(now() - CODE_LIFE_MS.verification)],
  )
  const failed: unknown[] = []
  for (const asked of rows) {
    try {
      const purpose = await resolved(house, asked)
      await pool.query(
        `update code_request set resolved_at = $3, purpose = coalesce($4, purpose) where email_key = $1 and code_id = $2`,
        [asked.email_key, asked.code_id, new Date(now()), purpose ?? null],
      )
    } catch (error) {
      failed.push(error) // One person's stream that does not hold keeps nobody else waiting.
    }
  }
  if (failed.length > 0) throw failed[0]
}

/** Has the code mailed to whoever has the e-mail; gives what it is good for, and nothing when nobody may have one. */
async function resolved({ handler }: House, asked: Asked): Promise<Purpose | undefined> {
  const { holder: userId } = await load(handler, emailClaim, asked.email_key)
  if (userId === undefined) return undefined
  const { code_id: codeId, purpose } = asked
  const done = await handle(handler, user, userId, {
    type: 'AskCode',
    id: deriveId('code', codeId),
    by: 'system',
    at: new Date(asked.asked_at).toISOString(),
    data: { userId, codeId, purpose },
    origin: { roles: [], permission: 'public', correlationId: codeId },
  })
  const resolvedTo = isRegistered(done.state) ? done.state.codes.get(codeId) : undefined
  return resolvedTo === 'ended' || resolvedTo === 'invitation' ? undefined : resolvedTo
}
