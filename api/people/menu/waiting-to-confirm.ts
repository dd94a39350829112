import { banksWaitingFor } from '#projections/catalogue/coe/bank-notices.ts'
import { fundingsWaitingFor, mayConfirmWith } from '#projections/money/funding/funding-notices.ts'
import { type Actor, reachOf } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { soon } from '#api/soon.ts'

/** Of how many hospitals bank details wait for the caller; null for who may not confirm any, and while nobody knows. */
export async function waitingToConfirm(context: AppContext, actor: Actor): Promise<number | null> {
  if (!actor.permissions.has('CREATE_COE') || reachOf(actor)?.kind !== 'all') return null
  // A number has no room to say that it is of earlier.
  if ((await soon(context.standsAt(['coe'])))?.length !== 0) return null
  return banksWaitingFor(context.db, actor.id)
}

/** How many credits and allocations wait for the caller as their second person; null for who is of none, and while nobody knows. */
export async function fundsToConfirm(context: AppContext, actor: Actor): Promise<number | null> {
  const may = mayConfirmWith(actor.permissions)
  if (may.length === 0 || reachOf(actor)?.kind !== 'all') return null
  if ((await soon(context.standsAt(['funding'])))?.length !== 0) return null
  return fundingsWaitingFor(context.db, actor.id, may)
}
