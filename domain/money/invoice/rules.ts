import type { Barred } from '#domain/kernel/chain.ts'
import { type Refusal, refuse } from '#domain/kernel/decider.ts'
import { beyondProgramme } from '#domain/kernel/business-days.ts'
import { digestOf } from '#domain/kernel/digest.ts'
import { INVOICE_CHAIN, type InvoiceState, RETURNABLE_FROM } from './chain.ts'
import { type InvoiceLine, MOST_ON_INVOICE, type NotAlong } from './events.ts'
import type {
  AskedInvoice,
  InvoiceRefusal,
  RequestInvoiceReturn,
  RequestInvoiceStep,
  StandingInvoice,
} from './standing.ts'

type No = Refusal<InvoiceRefusal> | undefined

/** What an approval stands for: lines, total and period. When this changes after it, the next step refuses. */
export function digestOfInvoice({
  reference,
  coeId,
  periodStart,
  periodEnd,
  lines,
}: Pick<AskedInvoice, 'reference' | 'coeId' | 'periodStart' | 'periodEnd'> & Pick<StandingInvoice, 'lines'>): string {
  const total = lines.reduce((all, { total: one }) => all + one, 0)
  const content = lines.map(({ transactionId, total: one, billedBy }) => [transactionId, one, billedBy])
  return digestOf([reference, coeId, periodStart, periodEnd, content, total])
}

/** What is wrong with the period of an invoice that is asked for at an instant (ISO). */
export function checkPeriod({ periodStart: start, periodEnd: end }: Period, at: string): No {
  if (end < start) return refuse('invoice_period_backwards')
  const bounds = beyondProgramme({ start, end }, at)
  return bounds && refuse('invoice_period_beyond_programme', { end, ...bounds })
}
type Period = Pick<AskedInvoice, 'periodStart' | 'periodEnd'>

/** What is wrong with what an invoice is asked to be, at an instant (ISO). */
export function checkAsked(asked: Period & Pick<AskedInvoice, 'transactionIds'>, at: string): No {
  const { length } = asked.transactionIds
  const wrong = checkPeriod(asked, at)
  if (wrong) return wrong
  if (length === 0) return refuse('invoice_without_transactions')
  if (length > MOST_ON_INVOICE) return refuse('invoice_too_many_transactions', { most: MOST_ON_INVOICE })
  return undefined
}

/** Every transaction that was asked for is on it, or left out; once, and no other. */
export function checkAccount(
  asked: readonly string[],
  lines: readonly InvoiceLine[],
  leftOut: readonly NotAlong[],
): No {
  const told = [...lines, ...leftOut].map(({ transactionId }) => transactionId)
  const all = new Set(asked)
  const isSame = told.length === all.size && new Set(told).size === all.size && told.every((id) => all.has(id))
  return isSame ? undefined : refuse('invoice_not_accounted_for')
}

/** Nothing is decided on an invoice that has ended, or while something is under way. */
function isFree({ isReturned, underway }: StandingInvoice): No {
  if (underway !== undefined) {
    const { kind, by } = underway
    return refuse('invoice_under_way', { step: kind === 'step' ? underway.step : 'return', by })
  }
  return isReturned ? refuse('invoice_ended', { status: 'returned' }) : undefined
}

/**
 * Nobody takes a step on what they billed, but the CMD, whose word is the hospital's own (domain.md, Invoice); nobody acts
 * twice on its chain, whatever they did on it.
 */
const whoBilled = ({ lines, status }: StandingInvoice, by: string): readonly Barred[] =>
  status !== 'pending' && lines.some(({ billedBy }) => billedBy === by) ? [{ did: 'bill', by }] : []

/** The CMD's turn is the hospital's own. */
const isOfHospital = ({ status, coeId }: StandingInvoice, ofCoe: string | undefined): No =>
  status === 'pending' && ofCoe !== coeId ? refuse('invoice_of_the_hospital') : undefined

/** The rules of every step, in order; the first that says no wins. */
export function checkStep({ by, data: { step, ofCoe, seen } }: RequestInvoiceStep, invoice: StandingInvoice): No {
  const present = digestOfInvoice(invoice)
  return (
    isFree(invoice) ??
    INVOICE_CHAIN.mayNotTake(step, by, invoice, whoBilled(invoice, by)) ??
    isOfHospital(invoice, ofCoe) ??
    INVOICE_CHAIN.changedSince(invoice.approved, present) ??
    INVOICE_CHAIN.changedSince(seen ?? present, present) ??
    (invoice.lines.length === 0 ? refuse('invoice_without_transactions') : undefined)
  )
}

type From = (typeof RETURNABLE_FROM)[number]
const isReturnable = (state: InvoiceState): state is From => RETURNABLE_FROM.some((one) => one === state)

/** From where it is returned, or why this person may not return it now. */
export function checkReturn(
  { by, data: { reason, mayTake: steps, ofCoe } }: RequestInvoiceReturn,
  invoice: StandingInvoice,
): From | Refusal<InvoiceRefusal> {
  const { status } = invoice
  const wrong =
    isFree(invoice) ??
    INVOICE_CHAIN.mayNotReturn({ by, steps, reason }, invoice, whoBilled(invoice, by)) ??
    isOfHospital(invoice, ofCoe)
  return wrong ?? (isReturnable(status) ? status : refuse('invoice_not_in_chain'))
}
