import { load } from '#commands/handle.ts'
import { permissionsHeld } from '#commands/people/user/role-facts.ts'
import { needsSecondFactor } from '#domain/people/user/password.ts'
import { secondFactor } from '#domain/people/second-factor/second-factor.ts'
import { setting, SITE } from '#domain/people/setting/setting.ts'
import { isRegistered, user } from '#domain/people/user/user.ts'
import type { AppContext } from '#api/context.ts'

type House = Pick<AppContext, 'handler' | 'production'>

/** Whether a second factor is asked of those whose roles need one (docs/decisions/0084), by the log. */
export async function isDemandedHere({ handler, production }: House): Promise<boolean> {
  return production || (await load(handler, setting, SITE)).isSecondFactorDemanded === true
}

/**
 * What else than the right password it takes to sign in, by the log: whoever writes into tables takes nothing of it away.
 * Undefined: nothing.
 */
export async function factorAskedFor(house: House, userId: string): Promise<'code' | 'enrolment' | undefined> {
  const [{ on }, isDemanded] = await Promise.all([load(house.handler, secondFactor, userId), isDemandedHere(house)])
  if (on !== undefined) return 'code'
  if (!isDemanded) return undefined
  const held = await permissionsHeld(house.handler, await load(house.handler, user, userId))
  return needsSecondFactor(held) ? 'enrolment' : undefined
}

/** Of which passwords a sign-in knows: a new one ends those that are under way. */
export async function passwordsOf({ handler }: House, userId: string): Promise<number | undefined> {
  const state = await load(handler, user, userId)
  return isRegistered(state) && state.status === 'active' ? state.passwordChanges.size : undefined
}
