import type { AnyCommand, Refusal } from '#domain/kernel/decider.ts'
import type { InvoiceRefusal } from '#domain/money/invoice/standing.ts'
import type { Handler } from '#commands/handle.ts'
import type { Position } from '#commands/log/event-log.ts'
import type { StepOutcome } from '#commands/money/transaction/each-transaction.ts'
import { finishInvoice, type InvoiceEnd } from './finish-invoice.ts'

/**
 * `invoice_transactions_refuse`: at least one transaction would not go along; `invoice_not_as_told`: it would be another invoice
 * than was shown; `invoice_not_to_replace`: what is to be generated again is no returned invoice of that hospital and period.
 * Nothing has been begun.
 */
export type InvoiceCallRefusal =
  InvoiceRefusal | 'invoice_transactions_refuse' | 'invoice_not_as_told' | 'invoice_not_to_replace'

/**
 * What becomes of a request on an invoice: refused, and nothing has happened, or begun. Then it comes to its end whatever
 * happens: `ended` is this process at it; should it fail or die, the process manager goes on. `refused` lists the
 * transactions that said no, and why.
 */
export type Begun =
  | {
      readonly outcome: 'refused'
      readonly refusal: Refusal<InvoiceCallRefusal>
      readonly refused: readonly StepOutcome[]
    }
  | {
      readonly outcome: 'begun'
      readonly invoiceId: string
      readonly position: Position
      readonly ended: Promise<InvoiceEnd>
    }

export const refused = (
  refusal: Refusal<InvoiceCallRefusal>,
  results: readonly StepOutcome[] = [],
): Begun & { readonly outcome: 'refused' } => ({ outcome: 'refused', refusal, refused: results })

/** Goes on with a recorded intention, without having anybody wait for it. */
export function begun(handler: Handler, invoiceId: string, position: Position, cause: AnyCommand): Begun {
  const ended = finishInvoice(handler, invoiceId, cause)
  // Whoever has gone away hears of no failure: the process manager meets it again, and tells.
  ended.catch(() => undefined)
  return { outcome: 'begun', invoiceId, position, ended }
}
