import type { InvoiceStep } from '#domain/money/invoice/chain.ts'
import { turnsWith } from '#domain/money/invoice/step-names.ts'
import { INVOICES_WAITING_FROM, invoicesWaitingFor } from '#projections/money/invoice/waiting-invoices.ts'
import { type Actor, reachOf } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { readAt } from '#api/report/read-as-of.ts'
import { soon } from '#api/soon.ts'

/** How many invoices are ready for the caller at each step of theirs; null while nobody knows. */
export async function waitingInvoices(
  context: AppContext,
  actor: Actor,
): Promise<readonly { readonly step: InvoiceStep; readonly count: number | null }[]> {
  const reach = reachOf(actor)
  const coeId = reach?.kind === 'coe' ? reach.coeId : undefined
  const steps = turnsWith(actor.permissions, coeId)
  if (steps.length === 0 || reach === undefined) return []
  // A number has no room to say that it is of earlier.
  if ((await soon(context.standsAt(['invoice', 'invoice_line'])))?.length !== 0)
    return steps.map((step) => ({ step, count: null }))
  const all = await readAt(context, undefined, INVOICES_WAITING_FROM, (db, moment) =>
    invoicesWaitingFor(db, moment, actor.id, steps, new Date(context.now()).toISOString(), coeId),
  )
  return steps.map((step) => ({
    step,
    count: all.filter((one) => one.step === step).reduce((count, { invoices }) => count + invoices, 0),
  }))
}
