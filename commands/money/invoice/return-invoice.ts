import { invoice } from '#domain/money/invoice/invoice.ts'
import type { RequestInvoiceReturn } from '#domain/money/invoice/standing.ts'
import { handleAgain } from '#commands/handle-again.ts'
import type { Handler } from '#commands/handle.ts'
import { type Begun, begun, refused } from './begun.ts'

/**
 * Sends an invoice back with a reason, by whoever's turn it is: each of its transactions is released, back to billed, and the
 * invoice has ended (domain.md, Invoice).
 */
export async function returnInvoice(
  handler: Handler,
  invoiceId: string,
  command: RequestInvoiceReturn,
): Promise<Begun> {
  const requested = await handleAgain(handler, invoice, invoiceId, command)
  if (requested.outcome === 'refused') return refused(requested.refusal)
  return begun(handler, invoiceId, requested.position, command)
}
