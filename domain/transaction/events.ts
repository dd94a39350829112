import { z } from 'zod'
import { type EventsOf, personal, personalText, withFacts } from '../kernel/event-table.ts'
import { Kobo } from '../kernel/money.ts'

const stamp = z.object({ by: z.string(), at: z.iso.datetime() })

/** One billed item as it was on the day: `price` and `total` in kobo, `total` = price x quantity. */
export const TransactionLine = z.object({
  itemId: z.string(),
  name: z.string(),
  description: z.string().optional(),
  manufacturerId: z.string().optional(),
  manufacturerName: z.string().optional(),
  categoryId: z.int(),
  quantity: z.int(),
  price: Kobo,
  total: Kobo,
})
export type TransactionLine = z.infer<typeof TransactionLine>

/** What each party gets of a transaction, in kobo; adds up to its total. */
export const SharesPaid = z.object({ coe: Kobo, bank: Kobo, manufacturer: Kobo, emge: Kobo })
export type SharesPaid = z.infer<typeof SharesPaid>

/** How much is at stake, and whose: so that every event of the chain can be counted on its own. */
const stake = { coeId: z.string(), total: Kobo }

const approval = stamp.extend({
  ...stake,
  /** The group that was initiated together. */
  paymentId: z.string(),
  /** SHA-256 of what was approved: lines, total, shares. */
  digest: z.string(),
})

/** Stream `transaction-{id}`: a bill, and the chain that pays the hospital for it (domain.md, Transaction). */
export const transactionEvents = {
  TransactionBillingRequested: withFacts(
    stamp.extend({
      /** What people see: `TRX-2026-000123`. */
      reference: z.string(),
      kind: z.enum(['service', 'drug']),
      patientId: z.string(),
      coeId: z.string(),
      /** The product service's order that a drug bill fulfils, once. */
      orderId: z.string().optional(),
      /** 1 for the first try; each try has a transfer of its own. */
      attempt: z.int(),
      lines: z.array(TransactionLine),
      total: Kobo,
      documents: personal(z.array(z.object({ documentId: z.string(), name: z.string() })), []),
      comment: personalText(z.string().optional()),
    }),
    { subject: 'patientId' },
  ),
  /** The patient's wallet has paid. */
  TransactionBilled: stamp.extend({ ...stake, kind: z.enum(['service', 'drug']), patientId: z.string() }),
  /** The patient's wallet could not pay. */
  TransactionBillingRefused: stamp.extend({ refused: z.string() }),
  TransactionPaymentInitiated: approval.extend({
    /** The period that the payment was asked for. */
    periodStart: z.iso.date(),
    periodEnd: z.iso.date(),
    /** Percentages in basis points, as the site settings had them. */
    basisPoints: z.object({ coe: z.int(), bank: z.int(), manufacturer: z.int(), emge: z.int() }),
    shares: SharesPaid,
  }),
  TransactionPaymentRecommended: approval,
  TransactionPaymentApproved: approval,
  TransactionDfaApproved: approval,
  /** The last step: what was payable to the hospital is paid out by the recorded shares. */
  TransactionPermsecApproved: approval.extend({ shares: SharesPaid }),
  /** Back to billed, by whoever's turn it was. */
  TransactionPaymentReturned: withFacts(
    stamp.extend({
      ...stake,
      paymentId: z.string(),
      patientId: z.string(),
      reason: personalText(z.string()),
      /** The state of the chain that it was returned from. */
      from: z.enum(['initiated', 'recommended', 'approved', 'dfaApproved']),
    }),
    { subject: 'patientId' },
  ),
}
export type TransactionEvent = EventsOf<typeof transactionEvents>
