import type { FastifyRequest } from 'fastify'
import { wasHandled } from '#commands/handle.ts'
import { billPatient, type Billing, finishBilling } from '#commands/money/transaction/bill-patient.ts'
import type { PricedLine, PricingRefusal } from '#commands/money/transaction/price-lines.ts'
import { isRefusal, type Refusal } from '#domain/kernel/decider.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { formatNaira } from '#domain/kernel/money.ts'
import { checkLines, totalOf } from '#domain/money/transaction/rules.ts'
import { type BillCommand, transaction } from '#domain/money/transaction/transaction.ts'
import { commandFrom } from '#api/command-from.ts'
import type { AppContext } from '#api/context.ts'
import { invalid } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import type { RefusalCode } from '#api/refusals.ts'
import { attachOwnDocuments, type OwnDocument } from './own-documents.ts'

/** What a biller asks for. */
type Wanted = {
  readonly transactionId: string
  readonly kind: 'service' | 'drug'
  readonly orderId?: string
  readonly patient: { readonly id: string; readonly coeId: string }
  /** The lines at the prices of a Lagos day. */
  readonly price: (day: string) => Promise<readonly PricedLine[] | Refusal<PricingRefusal>>
  readonly documents: readonly OwnDocument[]
  readonly comment: string | undefined
  /** Naira text. */
  readonly expectedTotal: string | undefined
}

/** Bills the patient, and tells of the bill: the common end of service and drug billing. */
export async function completeBill(request: FastifyRequest, wanted: Wanted) {
  const { context } = request.server
  const { handler } = context
  const { transactionId: id } = wanted
  const cause = commandFrom(request, 'RequestBilling', {})
  // The same request again goes on with what was recorded: prices may have changed since.
  if (await wasHandled(handler, transaction, id, cause.id)) return told(id, await finishBilling(handler, id, cause))
  const data = await priced(context, wanted, lagosDay(cause.at))
  if ('refused' in data) return { outcome: 'refused' as const, refusal: data }
  const attach = () => attachOwnDocuments(request, wanted.patient.id, wanted.documents)
  return told(id, await billPatient(handler, id, { ...cause, data }, attach))
}

function told(id: string, billed: Billing) {
  if (billed.outcome === 'refused') return billed
  const { outcome, position, reference, total } = billed
  return { outcome, position, data: { id, transaction_id: reference, total: nairaText(total), position } }
}

/** What is billed, at the prices of that Lagos day and under a reference of its own, without its documents; or why it cannot be. */
async function priced(
  { codes }: AppContext,
  wanted: Wanted,
  day: string,
): Promise<BillCommand['data'] | Refusal<RefusalCode>> {
  const { kind, orderId, patient, comment, expectedTotal } = wanted
  const lines = await wanted.price(day)
  if (isRefusal(lines)) return lines
  const wrong = checkLines(lines)
  if (wrong) return wrong
  const total = totalOf(lines)
  if (expectedTotal !== undefined && expectedTotal !== nairaText(total))
    throw invalid('expected_total', `A price has changed: the total is now NGN ${formatNaira(total)}`)
  return {
    reference: await codes.next('TRX', Number(day.slice(0, 4))),
    kind,
    patientId: patient.id,
    coeId: patient.coeId,
    ...(orderId === undefined ? {} : { orderId }),
    lines,
    documents: [],
    ...(comment === undefined || comment === '' ? {} : { comment }),
  }
}
