import { turnsWith } from '#domain/money/invoice/step-names.ts'
import { INVOICES_WAITING_FROM, invoicesWaitingFor } from '#projections/money/invoice/waiting-invoices.ts'
import { type Actor, reachOf } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { readAt } from '#api/report/read-as-of.ts'
import { soon } from '#api/soon.ts'

/** How many invoices wait for the caller; null for people who take no step on any, and while nobody knows. */
export async function waitingInvoices(context: AppContext, actor: Actor): Promise<number | null> {
  const reach = reachOf(actor)
  const coeId = reach?.kind === 'coe' ? reach.coeId : undefined
  const steps = turnsWith(actor.permissions, coeId)
  if (steps.length === 0 || reach === undefined) return null
  // A number has no room to say that it is of earlier.
  if ((await soon(context.standsAt(['invoice', 'invoice_line'])))?.length !== 0) return null
  const all = await readAt(context, undefined, INVOICES_WAITING_FROM, (db, moment) =>
    invoicesWaitingFor(db, moment, actor.id, steps, new Date(context.now()).toISOString(), coeId),
  )
  return all.reduce((count, { invoices }) => count + invoices, 0)
}
