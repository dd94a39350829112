import { isBlank } from '#domain/kernel/blank.ts'
import { beyondProgramme } from '#domain/kernel/business-days.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { type Refusal, refuse } from '#domain/kernel/decider.ts'
import { digestOf } from '#domain/kernel/digest.ts'
import { type Kobo, MAX_AMOUNT, split, sum, times } from '#domain/kernel/money.ts'
import type { Barred, ChainRefusal } from '#domain/kernel/chain.ts'
import { tooManyMore } from './bill-documents.ts'
import type { Answered, Billed } from './bill.ts'
import { type ChainStep, PAYMENT_CHAIN } from './chain.ts'
import { isDisputed, isReversed, type DisputeRefusal } from './disputed.ts'
import type { SharesPaid, TransactionLine } from './events.ts'
import { isOnWay, type OnInvoiceRefusal } from './on-invoice.ts'

/** What the rules of a bill's lines and of the chain's steps say no with. */
export type RuleRefusal =
  | 'transaction_without_lines'
  | 'transaction_too_many_lines'
  | 'transaction_quantity_out_of_bounds'
  | 'transaction_price_not_positive'
  | 'transaction_total_too_large'
  | 'transaction_outside_period'
  | 'transaction_period_beyond_programme'
  | 'transaction_of_another_payment'
  | 'transaction_not_returned'
  | 'transaction_answer_required'
  | DisputeRefusal
  | OnInvoiceRefusal
  | ChainRefusal<'transaction'>

type No = Refusal<RuleRefusal> | undefined

/** The most lines one bill may have, and the most of one item on a line (design: reliability M10). */
export const MAX_LINES = 200
export const MAX_QUANTITY = 10_000

/** Parts of a whole in basis points (10,000 = 100 %). */
export type BasisPoints = {
  readonly coe: number
  readonly bank: number
  readonly manufacturer: number
  readonly emge: number
}

/** What is wrong with a bill's lines, first things first. What passes has a total. */
export function checkLines(lines: readonly Omit<TransactionLine, 'total'>[]): No {
  if (lines.length === 0) return refuse('transaction_without_lines')
  if (lines.length > MAX_LINES) return refuse('transaction_too_many_lines', { most: MAX_LINES })
  for (const { itemId, quantity, price } of lines) {
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY)
      return refuse('transaction_quantity_out_of_bounds', { itemId, most: MAX_QUANTITY })
    if (price <= 0) return refuse('transaction_price_not_positive', { itemId })
    if (price * quantity > MAX_AMOUNT) return refuse('transaction_total_too_large')
  }
  if (totalOf(lines) > MAX_AMOUNT) return refuse('transaction_total_too_large')
  return undefined
}

/** Sum of price x quantity (spec, back-office.md 9). */
export function totalOf(lines: readonly Pick<TransactionLine, 'price' | 'quantity'>[]): Kobo {
  return sum(lines.map(({ price, quantity }) => times(price, quantity)))
}

/** A drug bill is split by the site settings; a service bill is the hospital's alone (domain.md, Money). */
export function sharesOf(kind: 'service' | 'drug', total: Kobo, parts: BasisPoints): SharesPaid {
  const { coe, bank, manufacturer, emge } = kind === 'drug' ? parts : ALL_TO_COE
  const [a, b, c, d] = split(total, [coe, bank, manufacturer, emge])
  if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('A split lost a share')
  return { coe: a, bank: b, manufacturer: c, emge: d }
}

export const ALL_TO_COE: BasisPoints = { coe: 10_000, bank: 0, manufacturer: 0, emge: 0 }

/** What an approval stands for: when this changes after it, the next step refuses. */
export function digestOfBill(lines: readonly TransactionLine[], total: Kobo, shares: SharesPaid): string {
  const content = lines.map(({ itemId, quantity, price, total: lineTotal }) => [itemId, quantity, price, lineTotal])
  return digestOf([content, total, [shares.coe, shares.bank, shares.manufacturer, shares.emge]])
}

/** Which bills a step was asked for, beside naming them; what is left out narrows nothing. */
export type AskedFor = {
  /** The hospital whose bills they are. */
  readonly coeId?: string
  /** Billing days in Lagos, YYYY-MM-DD, both included. */
  readonly period?: { readonly start: string; readonly end: string }
  /** When the payment was initiated (ISO). */
  readonly initiatedOn?: string
}

/** A bill belongs to the period of the day it was billed on, and to the payment it was initiated with last. */
export function isAskedFor({ period, initiatedOn }: AskedFor, bill: Billed): No {
  const day = lagosDay(bill.billedAt)
  if (period !== undefined && (day < period.start || day > period.end))
    return refuse('transaction_outside_period', { day, ...period })
  if (initiatedOn === undefined) return undefined
  const [initiated] = bill.acts
  const isOfThat = initiated !== undefined && Date.parse(initiated.at) === Date.parse(initiatedOn)
  return isOfThat ? undefined : refuse('transaction_of_another_payment')
}

/** A payment is for days on which there was business, as of the instant (ISO) at which it is initiated. */
export function isPayablePeriod(period: NonNullable<AskedFor['period']>, at: string): No {
  const bounds = beyondProgramme(period, at)
  return bounds && refuse('transaction_period_beyond_programme', { end: period.end, ...bounds })
}

/** Nobody approves what they billed (domain.md, Transaction), nor what they spoke for at the hospital. */
export const whoStoodUpFor = ({ billedBy, answeredBy, invoice }: Billed): readonly Barred[] => [
  { did: 'bill', by: billedBy },
  ...answeredBy.map((by) => ({ did: 'answer', by })),
  ...(invoice?.cmd === undefined ? [] : [{ did: 'cmd', by: invoice.cmd.by }]),
]

/** Why a return may not be answered so: nobody answers their own, nor without a word. */
export function checkAnswer(
  { by, answer, documents: { length: added } }: Answered,
  returned: NonNullable<Billed['returned']>,
  bill: Billed,
): No {
  if (by === returned.by) return refuse('transaction_same_person', { did: 'return', by })
  if (isBlank(answer)) return refuse('transaction_answer_required')
  return tooManyMore(added, bill)
}

/** The rules of every step of the chain, in order; the first that says no wins. */
export function checkStep(step: ChainStep, by: string, bill: Billed, invoiceId: string | undefined): No {
  const { approved, lines, total } = bill
  return (
    isReversed(bill) ??
    isOnWay(invoiceId, bill) ??
    isCmdApproved(bill) ??
    PAYMENT_CHAIN.mayNotTake(step, by, bill, whoStoodUpFor(bill)) ??
    (approved && PAYMENT_CHAIN.changedSince(approved.digest, digestOfBill(lines, total, approved.shares))) ??
    isDisputed(bill)
  )
}

/** Before the CMD's word for an invoice nobody of the ministry takes a step on it. */
const isCmdApproved = ({ invoice, status }: Billed): No =>
  invoice !== undefined && invoice.cmd === undefined ? refuse('transaction_step_too_early', { status }) : undefined
