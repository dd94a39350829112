import type { FastifyRequest } from 'fastify'
import { wasHandled } from '#commands/handle.ts'
import { billPatient, finishBilling } from '#commands/money/transaction/bill-patient.ts'
import type { PricedLine, PricingRefusal } from '#commands/money/transaction/price-lines.ts'
import { isRefusal, type Refusal } from '#domain/kernel/decider.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { formatNaira } from '#domain/kernel/money.ts'
import { checkLines, totalOf } from '#domain/money/transaction/rules.ts'
import { type BillCommand, transaction } from '#domain/money/transaction/transaction.ts'
import { commandFrom } from '#api/command-from.ts'
import type { AppContext } from '#api/context.ts'
import type { BilledAnswer } from '#api/money/contracts/billing.ts'
import { shownAt } from '#api/done.ts'
import { SHOWS_BILLS } from '#api/money/shows.ts'
import { invalid, Refused } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { attachOwnDocuments, type OwnDocument } from './own-documents.ts'

/** What a biller asks for. */
type Wanted = {
  readonly transactionId: string
  readonly kind: 'service' | 'drug'
  readonly orderId?: string
  readonly patient: { readonly id: string; readonly coeId: string }
  readonly price: () => Promise<readonly PricedLine[] | Refusal<PricingRefusal>>
  readonly documents: readonly OwnDocument[]
  readonly comment: string | undefined
  /** Naira text. */
  readonly expectedTotal: string | undefined
}

/** The lines of a drug bill come as `drugs`; refusals know them as `services`. */
const fieldNames = { service: {}, drug: { services: 'drugs' } }

/** Bills the patient and answers once the lists show it: the common end of service and drug billing. */
export async function completeBill(request: FastifyRequest, wanted: Wanted): Promise<BilledAnswer> {
  const { context } = request.server
  const { handler } = context
  const { transactionId, kind } = wanted
  const cause = commandFrom(request, 'RequestBilling', {})
  // The same request again goes on with what was recorded: prices may have changed since.
  const billed = (await wasHandled(handler, transaction, transactionId, cause.id))
    ? await finishBilling(handler, transactionId, cause)
    : await billPatient(handler, transactionId, { ...cause, data: await priced(context, wanted) }, () =>
        attachOwnDocuments(context, wanted.patient.id, wanted.documents),
      )
  if (billed.outcome === 'refused') throw new Refused(billed.refusal, fieldNames[kind])
  const { position, reference, total } = billed
  const data = { id: transactionId, transaction_id: reference, total: nairaText(total), position }
  return {
    message: 'Billing has been completed',
    data: { ...data, ...(await shownAt(context, position, SHOWS_BILLS)) },
  }
}

/** What is billed, at the prices of now and under a reference of its own. Throws what of it cannot be billed. */
async function priced({ codes, now }: AppContext, wanted: Wanted): Promise<BillCommand['data']> {
  const { kind, orderId, patient, documents, comment, expectedTotal } = wanted
  const lines = await wanted.price()
  if (isRefusal(lines)) throw new Refused(lines, fieldNames[kind])
  const wrong = checkLines(lines)
  if (wrong) throw new Refused(wrong, fieldNames[kind])
  const total = totalOf(lines)
  if (expectedTotal !== undefined && expectedTotal !== nairaText(total))
    throw invalid('expected_total', `A price has changed: the total is now NGN ${formatNaira(total)}`)
  return {
    reference: await codes.next('TRX', Number(lagosDay(new Date(now()).toISOString()).slice(0, 4))),
    kind,
    patientId: patient.id,
    coeId: patient.coeId,
    ...(orderId === undefined ? {} : { orderId }),
    lines,
    documents,
    ...(comment === undefined || comment === '' ? {} : { comment }),
  }
}
