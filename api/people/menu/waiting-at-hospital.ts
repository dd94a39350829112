import { returnedTo } from '#projections/money/transaction/waiting-for.ts'
import { type Actor, billsAt } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { readAt } from '#api/report/read-as-of.ts'
import { soon } from '#api/soon.ts'

const FROM = ['transaction'] as const

/** How many bills wait for an answer of the hospital at which the caller bills; null for others, and while nobody knows. */
export async function waitingAtHospital(context: AppContext, actor: Actor): Promise<number | null> {
  const coeId = billsAt(actor)
  // A number has no room to say that it is of earlier.
  if (coeId === undefined || (await soon(context.standsAt(FROM)))?.length !== 0) return null
  return (await readAt(context, undefined, FROM, (db, moment) => returnedTo(db, moment, coeId))).returned
}
