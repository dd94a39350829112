import type { FastifyRequest } from 'fastify'
import { handle, load } from '#commands/handle.ts'
import { newId } from '#commands/ids.ts'
import { recoveryHash } from '#commands/people/second-factor/recovery-codes.ts'
import { stepOfCode } from '#commands/people/second-factor/totp.ts'
import { ERASED } from '#domain/kernel/event-table.ts'
import { type Enrolment, secondFactor } from '#domain/people/second-factor/second-factor.ts'
import type { AppContext } from '#api/context.ts'
import { invalid } from '#api/http-error.ts'
import { countTry, forgiveTry, mustBeOpen, type Tried } from '#api/people/session/sign-in-tries.ts'

/** Codes of second factors: whoever tries them has the password already. */
const CODES: Tried = {
  free: 5,
  words: (_, wait) => `Too many wrong codes. Wait ${wait}.`,
}
/** The same whatever is not right. */
const NOT_RIGHT = 'The code is wrong or was already used. Enter the next one from your app.'
/** A step that nobody can have shown yet was written past the portal, and bars nobody. */
const STEPS_AHEAD = 2

/** Whose code is looked at, what it is counted under, and the field that it came in. */
export type Trying = { readonly userId: string; readonly key: string; readonly field?: string }

/**
 * Lets a code be compared as often as may be: each try is counted before, in one statement for all processes, under a key of
 * the person and of what they try from. `compare` throws unless it is right. Throws 429 while there were too many.
 */
export async function counted<T>(context: AppContext, key: string, compare: () => Promise<T>): Promise<T> {
  await mustBeOpen(context, key, CODES)
  const nth = await countTry(context, key, CODES)
  const result = await compare()
  await forgiveTry(context, key, nth)
  return result
}

/**
 * Gives the enrolment of which this is a code of the app, or a recovery code; either is right once. Throws 422, the same
 * whatever is not right, and 429 after too many tries.
 */
export async function mustBeRight(
  context: AppContext,
  request: FastifyRequest,
  { userId, key, field = 'code' }: Trying,
  code: string,
): Promise<string> {
  return counted(context, key, async () => {
    const { on } = await load(context.handler, secondFactor, userId)
    const isDigits = /^\d{3}[ -]?\d{3}$/.test(code)
    const isRight = on !== undefined && (isDigits ? isTaken(context, userId, on, code) : isUsed(on))
    if (on === undefined || !(await isRight)) throw invalid(field, NOT_RIGHT)
    return on.id
  })

  async function isUsed(on: Enrolment): Promise<boolean> {
    const { handler, peppers, now } = context
    const hash = await recoveryHash(peppers, { userId, pepper: on.pepper }, code)
    if (hash === undefined || !on.recovery.includes(hash)) return false
    const used = await handle(handler, secondFactor, userId, {
      type: 'UseRecoveryCode',
      id: newId(now()),
      by: userId,
      at: new Date(now()).toISOString(),
      data: { userId, enrolmentId: on.id, hash },
      origin: { roles: [], permission: 'public', correlationId: request.id },
    })
    return used.outcome === 'done'
  }
}

type Secret = Pick<Enrolment, 'id' | 'secret'>

/** Throws 422 unless it is a code of a secret that is to be enrolled; it may have been shown before. */
export function mustBeOf({ now }: AppContext, { secret }: Secret, code: string): void {
  if (stepOf(secret, code, now()) === undefined) throw invalid('code', NOT_RIGHT)
}

/** The first code of a secret, that it may be enrolled: right once too. Throws 422. */
export async function mustBeFirst(context: AppContext, userId: string, offered: Secret, code: string): Promise<void> {
  if (!(await isTaken(context, userId, offered, code))) throw invalid('code', NOT_RIGHT)
}

const stepOf = (secret: string, code: string, now: number): number | undefined =>
  secret === ERASED ? undefined : stepOfCode(secret, code.replaceAll(/[ -]/g, ''), now)

/** Whether it is a code of now that was not shown before, and is from now on. One statement: of two processes one has it. */
async function isTaken(
  { pool, now }: AppContext,
  userId: string,
  { id, secret }: Secret,
  code: string,
): Promise<boolean> {
  const step = stepOf(secret, code, now())
  if (step === undefined) return false
  const { rowCount } = await pool.query(
    `insert into second_factor_step as s (enrolment_id, user_id, step) values ($1, $2, $3)
     on conflict (enrolment_id) do update set step = excluded.step where s.step < excluded.step or s.step > $4`,
    [id, userId, step, step + STEPS_AHEAD],
  )
  return rowCount === 1
}
