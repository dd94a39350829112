import { load } from '#commands/handle.ts'
import type { InvoiceEnd } from '#commands/money/invoice/finish-invoice.ts'
import type { Begun, InvoiceCallRefusal } from '#commands/money/invoice/begun.ts'
import type { StepOutcome } from '#commands/money/transaction/each-transaction.ts'
import { invoice, isGenerated } from '#domain/money/invoice/invoice.ts'
import type { Invoice } from '#domain/money/invoice/standing.ts'
import { type Refusal, refuse } from '#domain/kernel/decider.ts'
import type { AppContext } from '#api/context.ts'
import { shownAt } from '#api/done.ts'
import { HttpError } from '#api/http-error.ts'
import type { InvoiceDone } from '#api/money/contracts/invoice.ts'
import { answersTo } from '#api/money/payments/step-outcomes.ts'
import { SHOWS_INVOICES } from '#api/money/shows.ts'
import { answerRefusal } from '#api/refusals.ts'
import { soon } from '#api/soon.ts'
import { rowOfInvoice } from './invoice-row.ts'

/** What a list shows of so many transactions it shows soon. */
const FEW = 200
/** At most so many transactions are named in an answer. */
export const MOST_NAMED = 100

/** What is told where the end is still to come. */
export const UNDER_WAY_MESSAGE = 'This is in progress and finishes by itself. The list shows its progress.'

type Told = Omit<InvoiceDone['data'], 'caught_up' | 'behind'>

/**
 * What a call on an invoice answers: the row as it is when all is done, or how far it is when that takes longer. What was
 * begun comes to its end whatever becomes of the call. Throws what says no, with the transactions that do.
 */
export async function toldOf(context: AppContext, begun: Begun) {
  if (begun.outcome === 'refused') {
    if (begun.refusal.refused !== 'invoice_transactions_refuse')
      return { outcome: 'refused' as const, refusal: { ...begun.refusal, refused: begun.refusal.refused } }
    throw await transactionsRefuse(context, { ...begun.refusal, refused: begun.refusal.refused }, begun.refused)
  }
  const { invoiceId: id, ended } = begun
  const isLarge = on(await load(context.handler, invoice, id)) > FEW
  // Of thousands the lists show the end long after it: the call answers at once that it is under way until they do.
  const shown = async (end: InvoiceEnd) => {
    if (isLarge) await shownAt(context, end.position, SHOWS_INVOICES)
    return end
  }
  // One with few transactions is done by then; should it fail, the process goes on with it.
  const end = await soon(ended.then(shown).catch(() => undefined))
  if (end?.status === 'failed')
    return { outcome: 'refused' as const, refusal: refuse('invoice_ended', { status: 'failed' }) }
  const position = end?.position ?? begun.position
  // The row is of the answer: it is read when the lists show what was done.
  await shownAt(context, position, SHOWS_INVOICES)
  const row = (await rowOfInvoice(context, id)) ?? null
  const data: Told = { id, position, is_under_way: end === undefined, invoice: row }
  return { outcome: 'done' as const, position, data }
}

/** How many transactions are on one, or asked for. */
function on(state: Invoice): number {
  if (isGenerated(state)) return state.lines.length
  return 'transactionIds' in state ? state.transactionIds.length : 0
}

/** A transaction that would not go along, by its number, and why. */
export type WouldNot = {
  readonly id: string
  readonly reference: string
  readonly total: number
  readonly reason: string
}

export async function wouldNot(
  { db }: Pick<AppContext, 'db'>,
  refused: readonly StepOutcome[],
): Promise<readonly WouldNot[]> {
  const named = refused.slice(0, MOST_NAMED)
  const answers = await answersTo(db, named)
  const ids = named.map(({ transactionId }) => transactionId)
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('transaction').select(['id', 'reference', 'total']).where('id', 'in', ids).execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id, place) => ({
    ...(known.get(id) ?? { id, reference: id, total: 0 }),
    reason: answers[place]?.message ?? '',
  }))
}

/** Nothing was begun: each transaction's own reason, one after the other. */
async function transactionsRefuse(
  context: AppContext,
  refusal: Refusal<InvoiceCallRefusal>,
  refused: readonly StepOutcome[],
) {
  const { status, message } = await answerRefusal(context.db, refusal)
  const transactions = (await wouldNot(context, refused)).map(({ reference, reason }) => `${reference}: ${reason}`)
  return new HttpError(status, message, { transactions })
}
