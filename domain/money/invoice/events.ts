import { z } from 'zod'
import { BasisPoints } from '#domain/kernel/basis-points.ts'
import { Day, Instant } from '#domain/kernel/dates.ts'
import { type EventsOf, withFacts } from '#domain/kernel/event-table.ts'
import { Kobo } from '#domain/kernel/money.ts'
import { Id, text } from '#domain/kernel/text.ts'
import { INVOICE_CHAIN, INVOICE_STEPS, RETURNABLE_FROM } from './chain.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/** The most transactions on one invoice: the event that lists them stays below a megabyte, which every log takes. */
export const MOST_ON_INVOICE = 5_000
/** At most so many of those that the pre-flight left out are kept with their reasons. */
export const MOST_LEFT_OUT = 2_000
/** At most so many people are told that an invoice waits for them. */
export const MOST_TOLD = 100

const stamp = z.object({
  by: Id,
  at: Instant,
  /** The hospital whose invoice it is. */
  coeId: Id,
})

/** User ids of those who are told by mail: whoever may take the next step; at an end, all whom it concerns. */
const people = z.array(Id).max(MOST_TOLD)

/** One transaction on an invoice: what is to be paid (kobo), and who billed it, who takes no step on it but the CMD's. */
export const InvoiceLine = z.object({ transactionId: Id, total: Kobo, billedBy: Id })
export type InvoiceLine = z.infer<typeof InvoiceLine>

/** A transaction that did not come along, and the refusal that says why. */
const NotAlong = z.object({ transactionId: Id, refused: text(100) })
export type NotAlong = z.infer<typeof NotAlong>
const notAlong = z.array(NotAlong).max(MOST_ON_INVOICE)

/** An invoice that is generated again by another one, and its number. */
const Replaced = z.object({ invoiceId: Id, reference: Id })
export type Replaced = z.infer<typeof Replaced>

/** The payment that the initiation of an invoice begins: one, and one number, for all of it. */
export const InvoicePayment = z.object({
  paymentId: Id,
  /** What people see: `PAY-2026-000123`. */
  paymentReference: Id,
  /** Percentages in basis points, as the site settings had them. */
  basisPoints: BasisPoints,
})
export type InvoicePayment = z.infer<typeof InvoicePayment>

/**
 * Stream `invoice-{id}`: the bills of one hospital and period, paid together (domain.md, Invoice). A step is an intention
 * here, the same step on each transaction in its own stream, and an outcome here; between the two nothing else is decided.
 */
export const invoiceEvents = {
  InvoiceGenerationRequested: withFacts(
    stamp.extend({
      /** What people see: `INV-2026-000045`. */
      reference: Id,
      /** Billing days in Lagos, both included. */
      periodStart: Day,
      periodEnd: Day,
      /** Those that the pre-flight let through. */
      transactionIds: z.array(Id).max(MOST_ON_INVOICE),
      /** Those of the period that it did not, and those that the hospital left off. */
      leftOut: z.array(NotAlong).max(MOST_LEFT_OUT),
      /** Whether the CMD generates it: then it is approved at once. */
      isByCmd: z.boolean(),
      /** The returned invoice of the same period that the hospital generates again by this one. */
      replaces: Replaced.nullable(),
      /** Who is told once it is there. */
      toTell: people,
    }),
    // 1 to 2: no invoice replaced another. 2 to 3: a period could begin before the programme, or end in the future.
    { upcasters: [(data) => ({ ...data, replaces: null }), (data) => data] },
  ),
  InvoiceGenerated: stamp.extend({
    lines: z.array(InvoiceLine).max(MOST_ON_INVOICE),
    /** What was lost in a race after the pre-flight. */
    leftOut: notAlong,
    total: Kobo,
    isByCmd: z.boolean(),
    told: people,
  }),
  /** Of all that it was to have, nothing was left: there is no invoice. */
  InvoiceGenerationFailed: stamp.extend({ leftOut: notAlong }),
  InvoiceStepRequested: stamp.extend({
    step: z.enum(INVOICE_STEPS),
    /** SHA-256 of what the step is taken on: lines, total, period. */
    digest: Id,
    /** Of the initiation alone. */
    payment: InvoicePayment.optional(),
    toTell: people,
  }),
  InvoiceStepTaken: stamp.extend({
    step: z.enum(INVOICE_STEPS),
    /** What was lost in a race after the pre-flight, and has left the invoice. */
    dropped: notAlong,
    /** Of what is left on it. */
    total: Kobo,
    told: people,
  }),
  InvoiceReturnRequested: stamp.extend({ from: z.enum(RETURNABLE_FROM), reason: text(1_000), toTell: people }),
  /** An end: its transactions are released, and may come on another one. */
  InvoiceReturned: stamp.extend({ from: z.enum(RETURNABLE_FROM), total: Kobo, told: people }),
}
export type InvoiceEvent = EventsOf<typeof invoiceEvents>

const TAKEN = INVOICE_STEPS.map((step) => INVOICE_CHAIN.link(step))

export const invoiceRights: Rights<InvoiceEvent> = {
  InvoiceGenerationRequested: {
    chain: {
      links: [INVOICE_CHAIN.link('generate')],
      of: ({ isByCmd }) => INVOICE_CHAIN.link(isByCmd ? 'cmd' : 'generate'),
    },
  },
  InvoiceGenerated: { follows: ['InvoiceGenerationRequested'] },
  InvoiceGenerationFailed: { follows: ['InvoiceGenerationRequested'] },
  InvoiceStepRequested: { chain: { links: TAKEN, of: ({ step }) => INVOICE_CHAIN.link(step) } },
  InvoiceStepTaken: { follows: ['InvoiceStepRequested'] },
  InvoiceReturnRequested: { chain: { links: TAKEN, of: ({ from }) => INVOICE_CHAIN.next(from) } },
  InvoiceReturned: { follows: ['InvoiceReturnRequested'] },
}
