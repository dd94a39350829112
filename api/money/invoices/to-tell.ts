import type { Kysely } from 'kysely'
import { INVOICE_CHAIN, type InvoiceLinkStep } from '#domain/money/invoice/chain.ts'
import { MOST_TOLD } from '#domain/money/invoice/events.ts'
import { othersAtHospitalWith, othersWith } from '#projections/people/role/roles-with.ts'
import type { Database } from '#projections/read-models.ts'

/**
 * Who is told once a step is taken: whoever may take the next one, and after the last, or a return, the hospital's CMD; all
 * who acted are told of an end besides, by the invoice itself (domain.md, Invoice).
 */
export async function toTellAfter(
  db: Kysely<Database>,
  step: InvoiceLinkStep | 'return',
  coeId: string,
  by: string,
): Promise<string[]> {
  const next = step === 'return' ? undefined : INVOICE_CHAIN.next(INVOICE_CHAIN.link(step).to)
  if (next === undefined || next.step === 'cmd')
    return othersAtHospitalWith(db, 'APPROVE_INVOICE', coeId, by, MOST_TOLD)
  return othersWith(db, next.permission, by, MOST_TOLD)
}
