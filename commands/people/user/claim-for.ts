import type { AnyCommand } from '#domain/kernel/decider.ts'
import type { Claims } from '#domain/kernel/claim.ts'
import { isRegistered, user } from '#domain/people/user/user.ts'
import { handle, type Handler, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { followUp } from '#commands/follow-up.ts'

/**
 * Claims something for a person; gives whether it is theirs. What somebody claimed who then never registered, or is erased,
 * is taken over once their stream says that they never will.
 */
export async function claimFor<T extends string, R extends string>(
  handler: Handler,
  claims: Claims<T, R>,
  { key, userId, cause }: { readonly key: string; readonly userId: string; readonly cause: AnyCommand },
): Promise<boolean> {
  const claim = { ...followUp(cause, 'Claim', { userId }), id: deriveId(cause.id, 'claim', claims.category) }
  const claimed = await handle(handler, claims, key, claim)
  if (claimed.outcome === 'done') return claimed.state.holder === userId
  const from = claimed.state.holder
  if (from === undefined) return false
  const abandon = {
    ...followUp(cause, 'AbandonRegistration', { userId: from }),
    id: deriveId(cause.id, 'abandon', from),
  }
  const abandoned = await handle(handler, user, from, abandon)
  if (abandoned.outcome === 'refused') return false
  const id = deriveId(cause.id, 'take over', claims.category, from)
  const taken = await handle(handler, claims, key, { ...followUp(cause, 'TakeOver', { userId, from }), id })
  return taken.outcome === 'done' && taken.state.holder === userId
}

/** Whether somebody who is registered holds it, so that nobody else (than this user id) can claim it. */
export async function isHeld<T extends string, R extends string>(
  handler: Handler,
  claims: Claims<T, R>,
  key: string,
  otherThan?: string,
): Promise<boolean> {
  const { holder } = await load(handler, claims, key)
  return holder !== undefined && holder !== otherThan && isRegistered(await load(handler, user, holder))
}
