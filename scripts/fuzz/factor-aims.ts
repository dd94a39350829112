import type { AppContext } from '#api/context.ts'
import { passwordsOf } from '#api/people/second-factor/asked-for.ts'
import { offerTo } from '#api/people/second-factor/enrolling.ts'
import { handle, load } from '#commands/handle.ts'
import { newId } from '#commands/ids.ts'
import { newRecoveryCodes, recoveryOf } from '#commands/people/second-factor/recovery-codes.ts'
import { codeAt, newSecret } from '#commands/people/second-factor/totp.ts'
import { secondFactor } from '#domain/people/second-factor/second-factor.ts'
import type { Callers, Person } from './callers.ts'
import type { Aim } from './calls.ts'

type World = { readonly context: AppContext; readonly callers: Callers }

/** Gives somebody a second factor, in place of the one that they have, and one of its recovery codes. */
async function codeFor({ handler, peppers, now }: AppContext, userId: string): Promise<string> {
  const codes = newRecoveryCodes()
  const { on } = await load(handler, secondFactor, userId)
  const id = newId(now())
  const enrolled = await handle(handler, secondFactor, userId, {
    ...{ type: 'EnrolSecondFactor', id, by: userId, at: new Date(now()).toISOString() },
    data: { userId, enrolmentId: id, secret: newSecret(), ...recoveryOf(peppers, userId, codes), replaces: on?.id },
    origin: { roles: [], permission: 'signed-in', correlationId: id },
  })
  if (enrolled.outcome === 'refused') throw new Error(enrolled.refusal.refused)
  return codes[0] ?? ''
}

const several = <T>({ callers }: World, make: (person: Person) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(callers.people.slice(0, 6).map(make))

const tokenOf = async ({ context }: World, { id: userId, email }: Person): Promise<string> => {
  const passwords = (await passwordsOf(context, userId)) ?? 0
  return context.signInSteps.issue({ userId, emailKey: context.knownBrowsers.emailKey(email), passwords }).ticket
}

/** Sign-ins whose password was right. */
export const halfSignedIn = (world: World): Promise<readonly Aim[]> =>
  several(world, async (person) => ({ body: { token: await tokenOf(world, person) } }))

/** The same with a code that is right once. */
export const secondHalves = (world: World): Promise<readonly Aim[]> =>
  several(world, async (person) => ({
    body: { token: await tokenOf(world, person), code: await codeFor(world.context, person.id) },
  }))

/** Other phones in place of those that there are. */
export const ownEnrolments = (world: World): Promise<readonly Aim[]> =>
  several(world, async ({ id: by }) => {
    const { context } = world
    const current_code = await codeFor(context, by)
    const { enrolment, secret } = await offerTo(context, by)
    return { by, body: { enrolment, code: codeAt(secret, context.now()), current_code } }
  })

/** Codes of the own second factor. */
export const ownFactorCodes = (world: World): Promise<readonly Aim[]> =>
  several(world, async ({ id: by }) => ({ by, body: { code: await codeFor(world.context, by) } }))

/** Asks to reset somebody's, in place of what was asked before; gives its id. */
async function askedFor({ handler, now }: AppContext, userId: string, by: string): Promise<string> {
  const resetId = newId(now())
  const stamp = { id: resetId, by, at: new Date(now()).toISOString() }
  const origin = { roles: [], permission: 'MANAGE_ROLE', correlationId: resetId }
  const data = { userId, resetId, reason: 'Lost', toConfirm: [] }
  const asked = await handle(handler, secondFactor, userId, { type: 'AskReset', ...stamp, data, origin })
  if (asked.outcome === 'refused') throw new Error(asked.refusal.refused)
  return resetId
}

/** Second factors of others, one administrator having asked to reset them, for another to say something. */
export const resetsOfOthers =
  (says: 'ask' | 'confirm' | 'decline') =>
  async (world: World): Promise<readonly Aim[]> => {
    const { context, callers } = world
    const [first, by] = callers.people.filter(({ permissions }) => permissions.includes('MANAGE_ROLE'))
    if (first === undefined || by === undefined) return []
    return several(world, async ({ id }) => {
      await codeFor(context, id)
      const reset_id = says === 'ask' || id === first.id ? undefined : await askedFor(context, id, first.id)
      const body = { reset_id, reason: says === 'confirm' ? undefined : 'Lost' }
      return { by: by.id, params: { id }, body }
    })
  }

/** The own second factor, which an administrator has asked to reset. */
export const resetsOfOwn = async (world: World): Promise<readonly Aim[]> => {
  const { context, callers } = world
  const admin = callers.people.find(({ permissions }) => permissions.includes('MANAGE_ROLE'))
  return several(world, async ({ id: by }) => {
    await codeFor(context, by)
    const isOwn = admin === undefined || admin.id === by
    return { by, body: { reset_id: isOwn ? 'none' : await askedFor(context, by, admin.id), reason: 'Found' } }
  })
}
