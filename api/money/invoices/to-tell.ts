import { INVOICE_CHAIN, type InvoiceLinkStep } from '#domain/money/invoice/chain.ts'
import { MOST_TOLD } from '#domain/money/invoice/events.ts'
import type { AppContext } from '#api/context.ts'
import { whoIsTold } from '#api/people/who-is-told.ts'

/**
 * Who is told once a step is taken: whoever may take the next one, and after the last, or a return, the hospital's CMD; all
 * who acted are told of an end besides, by the invoice itself (domain.md, Invoice).
 */
export async function toTellAfter(
  context: Pick<AppContext, 'db' | 'handler'>,
  step: InvoiceLinkStep | 'return',
  coeId: string,
  by: string,
): Promise<string[]> {
  const next = step === 'return' ? undefined : INVOICE_CHAIN.next(INVOICE_CHAIN.link(step).to)
  const wanted = { but: by, most: MOST_TOLD }
  if (next === undefined || next.step === 'cmd')
    return whoIsTold(context, { ...wanted, permission: 'APPROVE_INVOICE', coeId })
  return whoIsTold(context, { ...wanted, permission: next.permission })
}
