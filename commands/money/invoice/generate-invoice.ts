import { type AnyCommand, type Command, type Refusal, refuse } from '#domain/kernel/decider.ts'
import { type Kobo, sumOfFlows } from '#domain/kernel/money.ts'
import { Id } from '#domain/kernel/text.ts'
import { MOST_LEFT_OUT, type NotAlong } from '#domain/money/invoice/events.ts'
import { invoice, isGenerated } from '#domain/money/invoice/invoice.ts'
import type { LeftOffReason } from '#domain/money/invoice/left-off.ts'
import type { RequestInvoice } from '#domain/money/invoice/standing.ts'
import { isBilled, transaction } from '#domain/money/transaction/transaction.ts'
import { UnreadEvent } from '#commands/log/unread-event.ts'
import { each } from '#commands/money/transaction/each.ts'
import { handleAgain } from '#commands/handle-again.ts'
import { type Handler, load, wasHandled } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import type { StepOutcome } from '#commands/money/transaction/each-transaction.ts'
import { comeOn, previewAlong, refusedOf } from './along.ts'
import { type Begun, begun, type InvoiceCallRefusal, refused } from './begun.ts'

/** A hospital's period, whether its CMD asks, and which returned invoice is generated again. */
export type InvoiceWanted = Pick<
  RequestInvoice['data'],
  'coeId' | 'periodStart' | 'periodEnd' | 'isByCmd' | 'toTell' | 'replaces'
>
export type GenerateInvoice = Command<'GenerateInvoice', InvoiceWanted>

/** What somebody was shown before they asked: how many bills, and their sum (kobo); and which bills they leave off, and why. */
export type ToldBefore = {
  readonly count?: number | undefined
  readonly total?: Kobo | undefined
  readonly leftOff?: ReadonlyMap<string, LeftOffReason> | undefined
}

/** The invoice that a request generates: the same request generates the same one. */
export const invoiceOf = (cause: AnyCommand): string => deriveId(cause.id, 'invoice')

/**
 * What would come on an invoice, and what would not and why, by each bill's own decision, without writing. `candidates`: the
 * ids of the hospital's transactions of the period, as somebody has looked them up.
 */
export async function previewInvoice(
  handler: Handler,
  candidates: readonly string[],
  wanted: InvoiceWanted,
  cause: AnyCommand,
): Promise<readonly StepOutcome[]> {
  const own = await billsOf(handler, wanted.coeId, [...new Set(candidates)])
  return previewAlong(handler, own, comeOn(invoiceOf(cause), { ...wanted, reference: NOT_DRAWN }), cause)
}

/**
 * Those that are bills of a hospital by their own streams: what somebody has put among its rows is neither on the invoice nor
 * named on it as left out. Of one that cannot be read it is not known, and it is left out by name.
 */
async function billsOf(handler: Handler, coeId: string, ids: readonly string[]): Promise<readonly string[]> {
  const isOwn = async (id: string) => {
    if (!Id.safeParse(id).success) return false
    try {
      const bill = await load(handler, transaction, id)
      return isBilled(bill) && bill.coeId === coeId
    } catch (error) {
      if (error instanceof UnreadEvent) return true
      throw error
    }
  }
  const known = await each(ids, isOwn)
  return ids.filter((_, index) => known[index])
}

const NOT_DRAWN = 'INV-not-drawn'

/**
 * Generates an invoice of all candidates that may be on it: an intention, each on its own, and an outcome. `number` draws its
 * number, once, when it begins. Those who ask at once at one hospital are asked in turn; where it would be another invoice
 * than they were told, none is begun.
 */
export const generateInvoice = (
  handler: Handler,
  candidates: readonly string[],
  command: GenerateInvoice,
  number: () => Promise<string>,
  told: ToldBefore = {},
): Promise<Begun> =>
  handler.turns.take(`asking invoices of ${command.data.coeId}`, () =>
    beginGeneration(handler, candidates, command, number, told),
  )

async function beginGeneration(
  handler: Handler,
  candidates: readonly string[],
  command: GenerateInvoice,
  number: () => Promise<string>,
  toldBefore: ToldBefore,
): Promise<Begun> {
  const invoiceId = invoiceOf(command)
  const request = (data: Pick<RequestInvoice['data'], 'reference' | 'transactionIds' | 'leftOut'>) =>
    handleAgain(handler, invoice, invoiceId, {
      ...command,
      type: 'RequestInvoice',
      data: { ...command.data, ...data },
    })
  if (await wasHandled(handler, invoice, invoiceId, command.id)) {
    const known = await request({ reference: NOT_DRAWN, transactionIds: candidates, leftOut: [] })
    return known.outcome === 'refused' ? refused(known.refusal) : begun(handler, invoiceId, known.position, command)
  }
  if (!(await mayReplace(handler, command.data))) return refused(refuse('invoice_not_to_replace'))
  const outcomes = await previewInvoice(handler, candidates, command.data, command)
  const leftOut = [...leftOffOf(outcomes, toldBefore.leftOff), ...refusedOf(outcomes)]
  const out = new Set(leftOut.map(({ transactionId }) => transactionId))
  const transactionIds = outcomes.flatMap(({ transactionId }) => (out.has(transactionId) ? [] : [transactionId]))
  const told = outcomes.filter(({ refusal }) => refusal !== undefined)
  if (transactionIds.length === 0) return refused(refuse('invoice_without_transactions'), told)
  const other = await isOther(handler, transactionIds, toldBefore)
  if (other !== undefined) return refused(other)
  const reference = await number()
  const requested = await request({ reference, transactionIds, leftOut: leftOut.slice(0, MOST_LEFT_OUT) })
  if (requested.outcome === 'refused') return refused(requested.refusal, told)
  return begun(handler, invoiceId, requested.position, command)
}

/** Of those that could be on it the ones that the hospital leaves off, and why. */
const leftOffOf = (outcomes: readonly StepOutcome[], leftOff: ToldBefore['leftOff']): readonly NotAlong[] =>
  outcomes.flatMap(({ transactionId, refusal }) => {
    const reason = leftOff?.get(transactionId)
    return reason === undefined || refusal !== undefined ? [] : [{ transactionId, refused: reason }]
  })

/** Generated again is a returned invoice of the same hospital and period, or none. */
async function mayReplace(handler: Handler, { replaces, ...wanted }: InvoiceWanted): Promise<boolean> {
  if (replaces === undefined || replaces === null) return true
  const former = await load(handler, invoice, replaces.invoiceId)
  if (!isGenerated(former) || !former.isReturned) return false
  return (['coeId', 'periodStart', 'periodEnd'] as const).every((part) => former[part] === wanted[part])
}

/** Why it is not what was told: how many bills it is now, and their sum, as their own streams have them. */
async function isOther(
  handler: Handler,
  ids: readonly string[],
  { count, total }: ToldBefore,
): Promise<Refusal<InvoiceCallRefusal> | undefined> {
  if (count === undefined && total === undefined) return undefined
  const bills = await Promise.all(ids.map((id) => load(handler, transaction, id)))
  const sum = sumOfFlows(bills.map((bill) => (isBilled(bill) ? bill.total : 0)))
  const isSame = (count ?? ids.length) === ids.length && (total === undefined || BigInt(total) === sum)
  return isSame ? undefined : refuse('invoice_not_as_told', { count: ids.length, total: sum.toString() })
}
