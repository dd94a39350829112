import type { FastifyRequest } from 'fastify'
import type { Command } from '#domain/kernel/decider.ts'
import { secondFactor } from '#domain/people/second-factor/second-factor.ts'
import { isRegistered, user } from '#domain/people/user/user.ts'
import { handle, load } from '#commands/handle.ts'
import { newId } from '#commands/ids.ts'
import { newRecoveryCodes, recoveryOf } from '#commands/people/second-factor/recovery-codes.ts'
import { newSecret, uriOf } from '#commands/people/second-factor/totp.ts'
import type { Position } from '#commands/log/event-log.ts'
import type { AppContext } from '#api/context.ts'
import { invalid, Refused } from '#api/http-error.ts'
import type { EnrolmentOffer } from '#api/people/contracts/second-factor.ts'
import { mustBeFirst, mustBeOf } from './right-code.ts'

/** A new secret for somebody's app, and what says so when its first code comes. */
export async function offerTo(context: AppContext, userId: string): Promise<EnrolmentOffer['data']> {
  const { enrolmentOffers, handler, now } = context
  const state = await load(handler, user, userId)
  const secret = newSecret()
  const offer = { userId, enrolmentId: newId(now()), secret, codes: newRecoveryCodes() }
  const { ticket, expiresAt } = enrolmentOffers.issue(offer)
  const uri = uriOf(secret, isRegistered(state) ? state.email : '')
  return { enrolment: ticket, secret, uri, expires_at: expiresAt }
}

type Enrolling = {
  readonly userId: string
  readonly enrolment: string
  readonly code: string
  readonly replaced?: () => Promise<string | undefined>
}
type Stamp = Omit<Command<string, unknown>, 'type' | 'data'>

/**
 * Enrols what was offered, by its first code. `replaced` gives the enrolment of which a code was shown too, and is asked only
 * once the rest is right: a recovery code is not spent for nothing. Gives the recovery
 * codes; sent again with the next code, as the answer was lost, it gives the same. Throws 422.
 */
export async function enrol(
  context: AppContext,
  { userId, enrolment, code, replaced }: Enrolling,
  stamp: Stamp,
): Promise<{ readonly recoveryCodes: readonly string[]; readonly position: Position }> {
  const { enrolmentOffers, handler, peppers } = context
  const offer = enrolmentOffers.open(enrolment)
  if (offer?.userId !== userId) throw invalid('enrolment', 'This QR code has expired. Start again with a new one.')
  const { enrolmentId, secret, codes } = offer
  const offered = { id: enrolmentId, secret }
  mustBeOf(context, offered, code)
  const replaces = await replaced?.()
  await mustBeFirst(context, userId, offered, code)
  const data = { userId, enrolmentId, secret, ...recoveryOf(peppers, userId, codes), replaces }
  const done = await handle(handler, secondFactor, userId, { ...stamp, type: 'EnrolSecondFactor', data })
  if (done.outcome === 'refused') throw new Refused(done.refusal)
  return { recoveryCodes: codes, position: done.position }
}

/** A command of somebody who is signing in. */
export const signingIn = ({ now }: AppContext, request: FastifyRequest, userId: string): Stamp => ({
  id: newId(now()),
  by: userId,
  at: new Date(now()).toISOString(),
  origin: { roles: [], permission: 'public', correlationId: request.id },
})
