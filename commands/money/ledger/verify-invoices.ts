import { type InvoiceEvent, invoiceEvents, type InvoiceLine } from '#domain/money/invoice/events.ts'
import type { AskedInvoice } from '#domain/money/invoice/standing.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { type TransactionEvent, transactionEvents } from '#domain/money/transaction/events.ts'
import type { Differs, LogCheck } from '#commands/log/verify/log-check.ts'
import type { Mismatch } from './verify-money.ts'

/** What is being done on the transactions of an invoice, by whom and when, and which of them have heard of it. */
type Doing = {
  /** `generate`, a step, or `return`. */
  readonly what: string
  readonly by: string
  readonly at: string
  readonly paymentId?: string
  /** Those that have done it, and those that have left the invoice instead. */
  readonly done: Set<string>
  readonly left: Set<string>
}
type Known = {
  readonly coeId: string
  readonly reference: string
  readonly isByCmd: boolean
  readonly period: string
  /** What it was asked to have. */
  readonly asked: ReadonlySet<string>
  /** What is on it, as each transaction said when it came. */
  readonly lines: Map<string, InvoiceLine>
  doing?: Doing
}

/**
 * Invoices across streams (domain.md, Invoice): the intention first, in the invoice's own; of just that, the same on each
 * transaction; the outcome last, of all of them; and no step on a transaction of an invoice that is not the invoice's. Keeps
 * the lines of invoices that have not ended, and no more.
 */
export function checkInvoices(differs: Differs) {
  const open = new Map<string, Known>()
  /** The invoice that a transaction is on, by its stream's id. */
  const on = new Map<string, string>()
  /** The returned ones, with their hospital and period: what may be generated again. */
  const returned = new Map<string, string>()

  /** What a transaction did on behalf of its invoice, held against what is under way on that. */
  function did(what: string, invoiceId: string, id: string, { type, data }: TransactionEvent): Mismatch | undefined {
    const doing = open.get(invoiceId)?.doing
    const found = `${type} by ${data.by} at ${data.at}`
    if (doing?.what !== what && !(what === RELEASE && isReleasing(doing)))
      return { expected: `${what} under way on invoice ${invoiceId}`, found }
    if (doing === undefined) return undefined
    if (doing.by !== data.by || doing.at !== data.at)
      return { expected: `${doing.what} of invoice ${invoiceId} by ${doing.by} at ${doing.at}`, found }
    if (doing.done.has(id)) return { expected: `${what} of invoice ${invoiceId} once`, found }
    doing.done.add(id)
    const paymentId = what === 'initiate' && 'paymentId' in data ? data.paymentId : undefined
    if (paymentId === undefined || paymentId === doing.paymentId) return undefined
    return { expected: `payment ${String(doing.paymentId)} of invoice ${invoiceId}`, found: `payment ${paymentId}` }
  }

  function came(id: string, event: TransactionEvent & { readonly type: 'TransactionInvoiced' }): Mismatch | undefined {
    const { invoiceId, invoiceReference, isByCmd, coeId, total, billedBy } = event.data
    const wrong = did('generate', invoiceId, id, event)
    const known = open.get(invoiceId)
    on.set(id, invoiceId)
    known?.lines.set(id, { transactionId: id, total, billedBy })
    if (wrong !== undefined || known === undefined) return wrong
    const said = JSON.stringify([known.asked.has(id), invoiceReference, coeId, isByCmd])
    const meant = JSON.stringify([true, known.reference, known.coeId, known.isByCmd])
    return said === meant ? undefined : { expected: `a transaction of invoice ${invoiceId}: ${meant}`, found: said }
  }

  function left(id: string, event: TransactionEvent & { readonly type: 'TransactionReleased' }): Mismatch | undefined {
    const { invoiceId } = event.data
    if (on.get(id) !== invoiceId) return { expected: `${id} on invoice ${invoiceId}`, found: `${event.type} alone` }
    on.delete(id)
    const known = open.get(invoiceId)
    const wrong = did(RELEASE, invoiceId, id, event)
    known?.lines.delete(id)
    known?.doing?.left.add(id)
    return wrong
  }

  /** A step of the chain: of what is on an invoice, the invoice's. */
  const stepped = (id: string, what: string, event: TransactionEvent): Mismatch | undefined => {
    const invoiceId = on.get(id)
    return invoiceId === undefined ? undefined : did(what, invoiceId, id, event)
  }

  function ofTransaction(id: string, event: TransactionEvent): Mismatch | undefined {
    switch (event.type) {
      case 'TransactionInvoiced':
        return came(id, event)
      case 'TransactionLeftOut':
        return did('generate', event.data.invoiceId, id, event)
      case 'TransactionReleased':
        return left(id, event)
      case 'TransactionCmdApproved':
        return stepped(id, 'cmd', event) ?? isOn(id, event.data.invoiceId)
      case 'TransactionPaymentInitiated':
      case 'TransactionPaymentRecommended':
      case 'TransactionPaymentApproved':
      case 'TransactionDfaApproved':
      case 'TransactionPermsecApproved':
        return stepped(id, PAYMENT_CHAIN.linkOf(event.type).step, event)
      default:
        return undefined
    }
  }

  const isOn = (id: string, invoiceId: string): Mismatch | undefined =>
    on.get(id) === invoiceId ? undefined : { expected: `${id} on invoice ${invoiceId}`, found: String(on.get(id)) }

  /** That an outcome tells what its transactions have done: each of them; and `out` which are not on the invoice for it. */
  function ended(id: string, what: string, out: readonly string[], type: string): Mismatch | undefined {
    const gone = new Set(out)
    const known = open.get(id)
    const { doing } = known ?? {}
    if (known === undefined || doing?.what !== what) return { expected: `${what} asked of invoice ${id}`, found: type }
    delete known.doing
    const due = [...(what === 'generate' ? known.asked : known.lines.keys())]
    // Of those that are out some had come to an end of their own, and said nothing.
    const silent = due.filter((one) => !doing.done.has(one) && !gone.has(one))
    if (silent[0] !== undefined)
      return {
        expected: `${what} on each transaction of invoice ${id}`,
        found: `${silent.length} without, as ${silent[0]}`,
      }
    const still = out.find((one) => on.get(one) === id)
    if (still !== undefined) return { expected: `${still} off invoice ${id}`, found: 'it is on it' }
    const untold = what === 'return' ? undefined : [...doing.left].find((one) => !gone.has(one))
    return untold === undefined ? undefined : { expected: `${untold} on invoice ${id}`, found: 'it has left it' }
  }

  function ofInvoice(id: string, { type, data }: InvoiceEvent): Mismatch | undefined {
    const known = open.get(id)
    const begins = (what: string, paymentId?: string) => {
      if (known === undefined) return { expected: `invoice ${id} before it`, found: type }
      const { by, at } = data
      known.doing = { what, by, at, done: new Set(), left: new Set(), ...(paymentId !== undefined && { paymentId }) }
      return undefined
    }
    switch (type) {
      case 'InvoiceGenerationRequested': {
        const { coeId, reference, isByCmd, transactionIds, replaces, by, at } = data
        const doing = { what: 'generate', by, at, done: new Set<string>(), left: new Set<string>() }
        const period = periodOf(data)
        open.set(id, { coeId, reference, isByCmd, period, asked: new Set(transactionIds), lines: new Map(), doing })
        if (replaces === null || returned.get(replaces.invoiceId) === period) return undefined
        return { expected: `a returned invoice of ${period}`, found: `invoice ${replaces.invoiceId}` }
      }
      case 'InvoiceGenerated': {
        const wrong = ended(id, 'generate', idsOf(data.leftOut), type)
        return wrong ?? sameLines(id, known?.lines ?? new Map(), data.lines)
      }
      case 'InvoiceGenerationFailed': {
        const wrong = ended(id, 'generate', idsOf(data.leftOut), type)
        open.delete(id)
        return wrong
      }
      case 'InvoiceStepRequested':
        return begins(data.step, data.payment?.paymentId)
      case 'InvoiceStepTaken': {
        const wrong = ended(id, data.step, idsOf(data.dropped), type)
        if (data.step === 'permsec') forget(id)
        return wrong
      }
      case 'InvoiceReturnRequested':
        return begins('return')
      case 'InvoiceReturned': {
        const wrong = ended(id, 'return', [], type)
        if (known !== undefined) returned.set(id, known.period)
        forget(id)
        return wrong
      }
    }
  }

  function forget(id: string): void {
    for (const one of open.get(id)?.lines.keys() ?? []) on.delete(one)
    open.delete(id)
  }

  return {
    event({ position, stream }, read) {
      if (read === undefined) return
      const id = stream.slice(stream.indexOf('-') + 1)
      const wrong = orUnfit(() => {
        if (read.event.type in invoiceEvents) return ofInvoice(id, read.event as InvoiceEvent)
        return read.event.type in transactionEvents ? ofTransaction(id, read.event as TransactionEvent) : undefined
      })
      if (wrong !== undefined) differs({ position, stream, check: 'invoice', ...wrong })
    },
  } satisfies LogCheck
}

const RELEASE = 'release'
const periodOf = ({ coeId, periodStart, periodEnd }: Pick<AskedInvoice, 'coeId' | 'periodStart' | 'periodEnd'>) =>
  `${coeId}, ${periodStart} to ${periodEnd}`
/** A transaction leaves an invoice by its return, or by a step that would not do for it. */
const isReleasing = (doing: Doing | undefined) => doing !== undefined && doing.what !== 'generate'

const idsOf = (gone: readonly { readonly transactionId: string }[]) => gone.map(({ transactionId }) => transactionId)

function sameLines(id: string, came: ReadonlyMap<string, InvoiceLine>, lines: readonly InvoiceLine[]) {
  const said = ({ transactionId, total, billedBy }: InvoiceLine) => `${transactionId}: ${total} kobo by ${billedBy}`
  const wrong = lines.find((line) => {
    const own = came.get(line.transactionId)
    return own === undefined || said(own) !== said(line)
  })
  if (wrong !== undefined) {
    const own = came.get(wrong.transactionId)
    return { expected: own === undefined ? `${wrong.transactionId} on invoice ${id}` : said(own), found: said(wrong) }
  }
  if (lines.length === came.size) return undefined
  return { expected: `${came.size} lines on invoice ${id}`, found: `${lines.length}` }
}

/** Data that does not fit its schema may be anything. */
function orUnfit(check: () => Mismatch | undefined): Mismatch | undefined {
  try {
    return check()
  } catch (error) {
    return { expected: 'an invoice that can be read', found: String(error) }
  }
}
