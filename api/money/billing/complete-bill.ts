import type { FastifyRequest } from 'fastify'
import { CommandIdReused, load, wasHandled } from '#commands/handle.ts'
import { billPatient, finishBilling } from '#commands/money/transaction/bill-patient.ts'
import type { PricedLine, PricingRefusal, WantedLine } from '#commands/money/transaction/price-lines.ts'
import { type AnyCommand, isRefusal, type Refusal } from '#domain/kernel/decider.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { formatNaira } from '#domain/kernel/money.ts'
import { checkLines, totalOf } from '#domain/money/transaction/rules.ts'
import { transaction } from '#domain/money/transaction/transaction.ts'
import { commandFrom } from '#api/command-from.ts'
import type { BilledAnswer } from '#api/money/contracts/billing.ts'
import { shownAt } from '#api/done.ts'
import { SHOWS_BILLS } from '#api/money/shows.ts'
import { invalid, Refused } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { attachDocuments, type OwnDocument } from './own-documents.ts'

type Bill = {
  readonly transactionId: string
  readonly kind: 'service' | 'drug'
  readonly orderId?: string
  readonly patient: { readonly id: string; readonly coeId: string }
  readonly wanted: readonly WantedLine[]
  readonly price: () => Promise<readonly PricedLine[] | Refusal<PricingRefusal>>
  readonly documents: readonly OwnDocument[]
  readonly comment: string | undefined
  /** Naira text. */
  readonly expectedTotal: string | undefined
}

/** The lines of a drug bill come as `drugs`; refusals know them as `services`. */
const fieldNames = { service: {}, drug: { services: 'drugs' } }

/** Bills the patient and answers once the lists show it: the common end of service and drug billing. */
export async function completeBill(request: FastifyRequest, bill: Bill): Promise<BilledAnswer> {
  const { context } = request.server
  const { handler, codes, now } = context
  const { transactionId, kind, orderId, patient, documents, comment } = bill
  const cause = commandFrom(request, 'RequestBilling', {})
  if (await wasHandled(handler, transaction, transactionId, cause.id)) return billedBefore(request, bill, cause)
  const lines = await bill.price()
  if (isRefusal(lines)) throw new Refused(lines, fieldNames[kind])
  const wrong = checkLines(lines)
  if (wrong) throw new Refused(wrong, fieldNames[kind])
  const total = totalOf(lines)
  if (bill.expectedTotal !== undefined && bill.expectedTotal !== nairaText(total))
    throw invalid('expected_total', `A price has changed: the total is now NGN ${formatNaira(total)}`)
  const data = {
    reference: await codes.next('TRX', Number(lagosDay(new Date(now()).toISOString()).slice(0, 4))),
    kind,
    patientId: patient.id,
    coeId: patient.coeId,
    ...(orderId === undefined ? {} : { orderId }),
    lines,
    documents,
    ...(comment === undefined || comment === '' ? {} : { comment }),
  }
  const attach = () => attachDocuments(context, documents)
  const billed = await billPatient(handler, transactionId, { ...cause, data }, attach).catch((error: unknown) => {
    // The same request came twice at once, and the other was faster: each had drawn a reference of its own.
    if (error instanceof CommandIdReused) return undefined
    throw error
  })
  if (billed === undefined) return billedBefore(request, bill, cause)
  if (billed.outcome === 'refused') throw new Refused(billed.refusal, fieldNames[kind])
  return answer(request, transactionId, billed.position)
}

/** The same request again: answered from what stands, as prices may have changed since. */
async function billedBefore(request: FastifyRequest, bill: Bill, cause: AnyCommand): Promise<BilledAnswer> {
  const { handler } = request.server.context
  const { transactionId, patient, wanted } = bill
  const known = await load(handler, transaction, transactionId)
  const lines = known.status === 'none' || known.patientId !== patient.id ? [] : known.lines
  const same =
    lines.length === wanted.length &&
    wanted.every(
      ({ itemId, quantity }, index) => lines[index]?.itemId === itemId && lines[index]?.quantity === quantity,
    )
  if (!same) throw new CommandIdReused(cause.id)
  const finished = await finishBilling(handler, transactionId, cause)
  if (finished.outcome === 'refused') throw new Refused(finished.refusal)
  return answer(request, transactionId, finished.position)
}

async function answer(request: FastifyRequest, id: string, position: number): Promise<BilledAnswer> {
  const { context } = request.server
  const bill = await load(context.handler, transaction, id)
  if (bill.status === 'none') throw new Error(`Transaction ${id} was billed and is not there`)
  const data = { id, transaction_id: bill.reference, total: nairaText(bill.total), position }
  return {
    message: 'Billing has been completed',
    data: { ...data, ...(await shownAt(context, position, SHOWS_BILLS)) },
  }
}
