import { z } from 'zod'
import { BasisPoints } from '#domain/kernel/basis-points.ts'
import { Day, Instant } from '#domain/kernel/dates.ts'
import { type EventsOf, personal, personalText, withFacts } from '#domain/kernel/event-table.ts'
import { Kobo } from '#domain/kernel/money.ts'
import { Id, line, text } from '#domain/kernel/text.ts'
import { MAX_COUNT, wholeNumber } from '#domain/kernel/whole-number.ts'
import { PAYMENT_CHAIN, type StepEvent } from './chain.ts'
import type { Rights } from '#domain/kernel/rights.ts'

const stamp = z.object({ by: Id, at: Instant })

/** One billed item as it was on the day: `price` and `total` in kobo, `total` = price x quantity. */
export const TransactionLine = z.object({
  itemId: Id,
  name: line(200),
  description: text(2_000).optional(),
  manufacturerId: Id.optional(),
  manufacturerName: line(200).optional(),
  categoryId: wholeNumber(1, MAX_COUNT),
  quantity: wholeNumber(1, 1_000_000),
  price: Kobo,
  total: Kobo,
})
export type TransactionLine = z.infer<typeof TransactionLine>

/**
 * A document of a bill. `sha256`: hex, of the file as it is kept, under the patient's key; by it a file that was put in its
 * place is told. It is personal like all of this, and goes with that key.
 */
export const BilledDocument = z.object({
  documentId: Id,
  name: line(200),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type BilledDocument = z.infer<typeof BilledDocument>

/** What each party gets of a transaction, in kobo; adds up to its total. */
export const SharesPaid = z.object({ coe: Kobo, bank: Kobo, manufacturer: Kobo, emge: Kobo })
export type SharesPaid = z.infer<typeof SharesPaid>

/** How much is at stake, and whose: so that every event of the chain can be counted on its own. */
const stake = { coeId: Id, total: Kobo }

const approval = stamp.extend({
  ...stake,
  /** The group that was initiated together. */
  paymentId: Id,
  /** SHA-256 of what was approved: lines, total, shares. */
  digest: Id,
})

/** Stream `transaction-{id}`: a bill, and the chain that pays the hospital for it (domain.md, Transaction). */
export const transactionEvents = {
  TransactionBillingRequested: withFacts(
    stamp.extend({
      /** What people see: `TRX-2026-000123`. */
      reference: Id,
      kind: z.enum(['service', 'drug']),
      patientId: Id,
      coeId: Id,
      /** The product service's order that a drug bill fulfils, once. */
      orderId: Id.optional(),
      /** 1 for the first try; each try has a transfer of its own. */
      attempt: wholeNumber(1, MAX_COUNT),
      lines: z.array(TransactionLine).max(500),
      total: Kobo,
      documents: personal(z.array(BilledDocument).max(50), []),
      comment: personalText(text(5_000).optional()),
    }),
    { subject: 'patientId' },
  ),
  /** The patient's wallet has paid. */
  TransactionBilled: stamp.extend({ ...stake, kind: z.enum(['service', 'drug']), patientId: Id }),
  /** The patient's wallet could not pay. */
  TransactionBillingRefused: stamp.extend({ refused: text(100) }),
  TransactionPaymentInitiated: withFacts(
    approval.extend({
      /** What people see of the payment, the same in all that are initiated together: `PAY-2026-000123`. */
      paymentReference: Id,
      /** The period that the payment was asked for. */
      periodStart: Day,
      periodEnd: Day,
      /** Percentages in basis points, as the site settings had them. */
      basisPoints: BasisPoints,
      shares: SharesPaid,
    }),
    // 1 to 2: payments had no number, and were named by their id. 2 to 3: a period could begin before the programme, or end
    // in the future.
    { upcasters: [(data) => ({ ...data, paymentReference: data['paymentId'] }), (data) => data] },
  ),
  TransactionPaymentRecommended: approval,
  TransactionPaymentApproved: approval,
  TransactionDfaApproved: approval,
  /** The last step: what was payable to the hospital is paid out by the recorded shares. */
  TransactionPermsecApproved: approval.extend({ shares: SharesPaid }),
  /** Back to billed, by whoever's turn it was. */
  TransactionPaymentReturned: withFacts(
    stamp.extend({
      ...stake,
      paymentId: Id,
      patientId: Id,
      reason: personalText(text(1_000)),
      /** The state of the chain that it was returned from. */
      from: z.enum(['initiated', 'recommended', 'approved', 'dfaApproved']),
    }),
    { subject: 'patientId' },
  ),
  /** The hospital says what there is to say to a return, with the documents that were missing; again, if it has more. */
  TransactionReturnAnswered: withFacts(
    stamp.extend({
      /** The payment that the bill was sent back from. */
      paymentId: Id,
      patientId: Id,
      answer: personalText(text(1_000)),
      documents: personal(z.array(BilledDocument).max(50), []),
    }),
    { subject: 'patientId' },
  ),
  /** Somebody holds the bill up, and no step is taken while its dispute is open. What is said here the dispute is raised with. */
  TransactionDisputed: withFacts(
    stamp.extend({
      ...stake,
      disputeId: Id,
      patientId: Id,
      reason: personalText(text(1_000)),
      documents: personal(z.array(BilledDocument).max(50), []),
    }),
    { subject: 'patientId' },
  ),
  /** The bill stands: the dispute was resolved so, or its raiser withdrew it. Reversed, it ends with `TransactionReversed`. */
  TransactionDisputeEnded: stamp.extend({ disputeId: Id, patientId: Id, outcome: z.enum(['resolved', 'withdrawn']) }),
  /** The dispute was ended against the bill: its money is to go back to the wallet that paid it. */
  TransactionReversalRequested: stamp.extend({ ...stake, disputeId: Id, patientId: Id }),
  /** The wallet has its money back, and nothing more can be done with the bill. */
  TransactionReversed: stamp.extend({ ...stake, disputeId: Id, patientId: Id }),
  /** It is on an invoice of its hospital from here on: its steps are the invoice's, and nobody disputes it. */
  TransactionInvoiced: stamp.extend({
    ...stake,
    invoiceId: Id,
    /** What people see of the invoice: `INV-2026-000045`. */
    invoiceReference: Id,
    billedBy: Id,
    /** Whether the CMD generated the invoice, and so approved it. */
    isByCmd: z.boolean(),
  }),
  /** It was to come on an invoice, and a race was lost: `refused` says why. Final for this invoice. */
  TransactionLeftOut: stamp.extend({ ...stake, invoiceId: Id, refused: text(100) }),
  /** The CMD's word for its invoice, on this bill. */
  TransactionCmdApproved: stamp.extend({ ...stake, invoiceId: Id }),
  /**
   * Off its invoice, and back to billed: the invoice was returned, or a step of it would not do for this bill, which
   * `refused` says why. It can be on another one, be initiated alone, or be disputed.
   */
  TransactionReleased: stamp.extend({
    ...stake,
    invoiceId: Id,
    /** The state of the chain that it comes back from; `billed` of one that was not initiated yet. */
    from: z.enum(['billed', 'initiated', 'recommended', 'approved', 'dfaApproved']),
    /** The payment that it was in. */
    paymentId: Id.optional(),
    refused: text(100).optional(),
  }),
}
export type TransactionEvent = EventsOf<typeof transactionEvents>
/** Someone took a step of the payment chain. */
export type StepTaken = Extract<TransactionEvent, { type: StepEvent }>

/** An event that brings documents on a bill: the bill itself, an answer to its return, a dispute. */
export type BringsDocuments = Extract<
  TransactionEvent,
  { type: 'TransactionBillingRequested' | 'TransactionReturnAnswered' | 'TransactionDisputed' }
>

/** Their types. */
export const BRINGS_DOCUMENTS: ReadonlySet<string> = new Set([
  'TransactionBillingRequested',
  'TransactionReturnAnswered',
  'TransactionDisputed',
] satisfies BringsDocuments['type'][])

/** The documents that an event of a bill brings, or one of its disputes. */
export const documentsOf = ({ data }: { readonly data: object }): readonly BilledDocument[] =>
  'documents' in data ? (data as Pick<BringsDocuments['data'], 'documents'>).documents : []

/** On an invoice a step is its maker's word for all that is on it, and is held there. */
const step = (event: StepEvent) => ({
  chain: { links: [PAYMENT_CHAIN.linkOf(event)] },
  follows: ['InvoiceStepRequested'],
})

export const transactionRights: Rights<TransactionEvent> = {
  TransactionBillingRequested: { permission: ['BILL_SERVICES', 'BILL_DRUGS'] },
  TransactionBilled: { follows: ['TransactionBillingRequested'] },
  TransactionBillingRefused: { follows: ['TransactionBillingRequested'] },
  TransactionPaymentInitiated: step('TransactionPaymentInitiated'),
  TransactionPaymentRecommended: step('TransactionPaymentRecommended'),
  TransactionPaymentApproved: step('TransactionPaymentApproved'),
  TransactionDfaApproved: step('TransactionDfaApproved'),
  TransactionPermsecApproved: step('TransactionPermsecApproved'),
  TransactionPaymentReturned: { chain: { links: PAYMENT_CHAIN.links, of: ({ from }) => PAYMENT_CHAIN.next(from) } },
  TransactionReturnAnswered: { permission: ['BILL_SERVICES', 'BILL_DRUGS'] },
  TransactionDisputed: { permission: ['FLAG_TRANSACTION'] },
  TransactionDisputeEnded: { follows: ['DisputeEnded'] },
  TransactionReversalRequested: { follows: ['DisputeEnded'] },
  TransactionReversed: { follows: ['DisputeEnded'] },
  TransactionInvoiced: { follows: ['InvoiceGenerationRequested'] },
  TransactionLeftOut: { follows: ['InvoiceGenerationRequested'] },
  TransactionCmdApproved: { follows: ['InvoiceStepRequested'] },
  TransactionReleased: { follows: ['InvoiceStepRequested', 'InvoiceReturnRequested'] },
}
