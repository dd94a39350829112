import type { AnyCommand, Command } from '#domain/kernel/decider.ts'
import type { Kobo } from '#domain/kernel/money.ts'
import { ZERO } from '#domain/kernel/money.ts'
import type { InvoiceState } from '#domain/money/invoice/chain.ts'
import { invoice, isGenerated, totalOfInvoice } from '#domain/money/invoice/invoice.ts'
import type { InvoiceCommand } from '#domain/money/invoice/standing.ts'
import { followUp } from '#commands/follow-up.ts'
import { CommandIdReused, handle, type Handler, load } from '#commands/handle.ts'
import type { Position } from '#commands/log/event-log.ts'
import { NeitherWay } from '#commands/processes/to-the-end.ts'
import { comeOn, releaseAll, stepOn, takeAlong } from './along.ts'

/** What an invoice has come to when what was under way on it is done. `position`: wait for it to read one's own write. */
export type InvoiceEnd = {
  readonly outcome: 'done'
  readonly position: Position
  readonly reference: string
  readonly status: InvoiceState | 'returned' | 'failed'
  /** In kobo, of the transactions on it. */
  readonly total: Kobo
  readonly transactions: number
}

/**
 * Takes what is under way on an invoice to its end: on each of its transactions, then here. `cause` is the command that
 * recorded the intention, or stands for it in a process: by its id each transaction is asked once, whoever asks how often.
 * What has ended already is left as it is.
 */
export async function finishInvoice(handler: Handler, invoiceId: string, cause: AnyCommand): Promise<InvoiceEnd> {
  const state = await load(handler, invoice, invoiceId)
  if (state.status === 'none') throw new Error(`Invoice ${invoiceId} has no intention to finish`)
  if (state.status === 'generating') {
    const own = asOf(cause, state)
    const asked = comeOn(invoiceId, state)
    const { lines, dropped } = await takeAlong(handler, state.transactionIds, invoiceId, asked, own)
    return conclude(handler, invoiceId, followUp(own, 'CompleteInvoice', { lines, leftOut: dropped }))
  }
  const underway = isGenerated(state) ? state.underway : undefined
  // By somebody else since: a request that comes again long after it was done.
  if (!isGenerated(state) || underway === undefined || underway.by !== cause.by) return endOf(handler, invoiceId)
  const own = asOf(cause, underway)
  const ids = state.lines.map(({ transactionId }) => transactionId)
  if (underway.kind === 'return') {
    await releaseAll(handler, ids, invoiceId, own)
    return conclude(handler, invoiceId, followUp(own, 'CompleteInvoiceReturn', {}))
  }
  const { dropped } = await takeAlong(handler, ids, invoiceId, stepOn(invoiceId, underway.step, state), own)
  return conclude(handler, invoiceId, followUp(own, 'CompleteInvoiceStep', { dropped }))
}

/** A request that is sent again has another time: the intention's is that of all that follows from it. */
const asOf = (cause: AnyCommand, { by, at }: { readonly by: string; readonly at: string }): AnyCommand => ({
  ...cause,
  by,
  at,
})

type Concluding = Extract<InvoiceCommand, Command<`Complete${string}`, unknown>>

async function conclude(handler: Handler, invoiceId: string, command: Concluding): Promise<InvoiceEnd> {
  try {
    const ended = await handle(handler, invoice, invoiceId, command)
    if (ended.outcome === 'refused') throw new NeitherWay(`Invoice ${invoiceId}`, ended.refusal.refused)
  } catch (error) {
    // Two who finish it at once have found the same on each transaction; told twice it is told once.
    if (!(error instanceof CommandIdReused)) throw error
  }
  return endOf(handler, invoiceId)
}

async function endOf(handler: Handler, invoiceId: string): Promise<InvoiceEnd> {
  const [state, position] = [await load(handler, invoice, invoiceId), await handler.log.head()]
  if (state.status === 'none') throw new Error(`There is no invoice ${invoiceId}`)
  const { reference } = state
  if (!isGenerated(state))
    return { outcome: 'done', position, reference, status: 'failed', total: ZERO, transactions: 0 }
  const { isReturned, status, lines } = state
  const total = totalOfInvoice(state)
  return {
    ...{ outcome: 'done', position, reference, total },
    ...{ status: isReturned ? 'returned' : status, transactions: lines.length },
  }
}
