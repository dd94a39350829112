import { UNREAD_FROM, unreadFor } from '#projections/money/dispute/unread.ts'
import { type Actor, reachOf } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { readAt } from '#api/report/read-as-of.ts'
import { soon } from '#api/soon.ts'

/** How many disputes that the caller follows have messages for them; null for who reads none, and while nobody knows. */
export async function waitingInChats(context: AppContext, actor: Actor): Promise<number | null> {
  const reach = reachOf(actor)
  if (!actor.permissions.has('VIEW_DISPUTE_CHAT') || reach === undefined || reach.kind === 'patient') return null
  // A number has no room to say that it is of earlier.
  if ((await soon(context.standsAt(UNREAD_FROM)))?.length !== 0) return null
  const coeId = reach.kind === 'coe' ? reach.coeId : undefined
  const reader = { userId: actor.id, coeId, now: context.now() }
  const unread = await readAt(context, undefined, UNREAD_FROM, (db, moment) => unreadFor(db, moment, reader))
  return unread.filter(({ follows }) => follows).length
}
