import type { FastifyRequest } from 'fastify'
import { type InvoiceWanted, previewInvoice } from '#commands/money/invoice/generate-invoice.ts'
import type { StepOutcome } from '#commands/money/transaction/each-transaction.ts'
import { MOST_ON_INVOICE } from '#domain/money/invoice/events.ts'
import { checkPeriod } from '#domain/money/invoice/rules.ts'
import { invoiceable } from '#projections/money/invoice/invoiceable.ts'
import { commandFrom } from '#api/command-from.ts'
import type { AppContext } from '#api/context.ts'
import { invalid, notFound, Refused } from '#api/http-error.ts'

type Period = { readonly startDate: string; readonly endDate: string }

/** The caller's own hospital: nobody generates for another, and whoever has none finds none. */
export function ownHospitalOf(request: FastifyRequest): string {
  const reach = request.reach()
  if (reach.kind !== 'coe') throw notFound('Hospital')
  return reach.coeId
}

/** Whether the caller's generating is the CMD's approval at once (domain.md, Invoice). */
export const isByCmd = (request: FastifyRequest): boolean => request.actor().permissions.has('APPROVE_INVOICE')

/** Of the period what may be on an invoice and what may not, as rows have it: the bills' own decisions come after. */
export async function candidatesFor(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  coeId: string,
  { startDate: start, endDate: end }: Period,
): Promise<readonly string[]> {
  const wrong = checkPeriod({ periodStart: start, periodEnd: end }, new Date(now()).toISOString())
  if (wrong) throw new Refused(wrong)
  const { free, others } = await invoiceable(db, { coeId, start, end })
  if (free.length > MOST_ON_INVOICE)
    throw invalid('endDate', `One invoice can hold up to ${MOST_ON_INVOICE} bills. Choose a shorter period.`)
  return [...free, ...others]
}

/** What would be on it, and what not, by each bill's own decision, without writing. */
export const previewOn = (
  { handler }: Pick<AppContext, 'handler'>,
  request: FastifyRequest,
  candidates: readonly string[],
  coeId: string,
  { startDate: periodStart, endDate: periodEnd }: Period,
): Promise<readonly StepOutcome[]> => {
  const wanted: InvoiceWanted = { coeId, periodStart, periodEnd, isByCmd: isByCmd(request), toTell: [] }
  return previewInvoice(handler, candidates, wanted, commandFrom(request, 'GenerateInvoice', {}))
}
