import { isRefusal, type Refusal } from '#domain/kernel/decider.ts'
import { INVOICE_STEPS, type InvoiceStep } from '#domain/money/invoice/chain.ts'
import { invoice } from '#domain/money/invoice/invoice.ts'
import { turnsWith } from '#domain/money/invoice/step-names.ts'
import type { Invoice, InvoiceRefusal } from '#domain/money/invoice/standing.ts'
import { ALL_TO_COE } from '#domain/money/transaction/rules.ts'
import { followUp } from '#commands/follow-up.ts'
import { ASKED_BEFORE } from '#commands/money/transaction/return-payments.ts'
import type { Asker } from '#commands/money/transaction/would-refuse.ts'

/** Every act on an invoice that people are offered: the steps of its chain, and its return. */
export const INVOICE_ACTS = [...INVOICE_STEPS, 'return'] as const
export type InvoiceAct = InvoiceStep | 'return'

/**
 * What an act on an invoice would be refused with now, by the invoice's own decision; undefined where it would be done. What
 * its transactions say is asked by the pre-flight, which reads each of them.
 */
export function invoiceWouldRefuse(
  act: InvoiceAct,
  state: Invoice,
  { cause, permissions, ofCoe }: Asker,
): Refusal<InvoiceRefusal> | undefined {
  const asked = { toTell: [], ofCoe }
  const decision = invoice.decide(
    act === 'return'
      ? followUp(cause, 'RequestInvoiceReturn', {
          ...asked,
          reason: ASKED_BEFORE,
          mayTake: turnsWith(permissions, ofCoe),
        })
      : followUp(cause, 'RequestInvoiceStep', {
          ...asked,
          step: act,
          payment: act === 'initiate' ? PAYMENT : undefined,
        }),
    state,
  )
  return isRefusal(decision) ? decision : undefined
}

/** What an initiation would begin: asked about, it is never drawn. */
const PAYMENT = { paymentId: 'PAY-not-drawn', paymentReference: 'PAY-not-drawn', basisPoints: ALL_TO_COE }
