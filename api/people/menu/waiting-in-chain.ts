import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { MOST_WAITING, WAITING_FROM, waitingFor } from '#projections/money/transaction/waiting-for.ts'
import type { Actor } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { readAt } from '#api/report/read-as-of.ts'
import { soon } from '#api/soon.ts'

/** How many transactions wait for the caller; null for people who take no step, and while nobody knows. */
export async function waitingInChain(context: AppContext, { id, permissions }: Actor): Promise<number | null> {
  const steps = PAYMENT_CHAIN.stepsWith(permissions)
  if (steps.length === 0) return null
  // A number has no room to say that it is of earlier.
  if ((await soon(context.standsAt(['transaction'])))?.length !== 0) return null
  const all = await readAt(context, undefined, WAITING_FROM, (db, moment) =>
    waitingFor(db, moment, id, steps, new Date(context.now()).toISOString()),
  )
  return Math.min(
    MOST_WAITING,
    all.reduce((count, { transactions }) => count + transactions, 0),
  )
}
