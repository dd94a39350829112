import { z } from 'zod'
import { ShownDocument } from './attached-documents.ts'
import { BillDispute } from './dispute.ts'
import { SHOWN_STATUSES, STAGES } from './payment-steps.ts'
import { NairaText, one } from '#api/contracts/common.ts'
import { HistoryEntry } from '#api/contracts/history.ts'
import { text } from '#domain/kernel/text.ts'
import { Day, Instant } from '#domain/kernel/dates.ts'
import { HospitalChoice, requiredText } from '#api/contracts/input.ts'
import { rowOf } from '#api/contracts/row.ts'
import { INVOICE_STEPS } from '#domain/money/invoice/chain.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { AGE_NAMES, WAITS_FOR } from '#projections/money/step-time/fields.ts'
import { CHAIN_FIELDS, TRANSACTION_FIELDS } from '#projections/money/transaction/fields.ts'

const When = z.string().nullable().describe('ISO date and time; null when not yet')

export const TransactionStatus = z.enum(SHOWN_STATUSES)
export type TransactionStatus = z.infer<typeof TransactionStatus>

/** One row of the transactions grid and of every list of bills. */
export const TransactionRow = rowOf(TRANSACTION_FIELDS)
export type TransactionRow = z.infer<typeof TransactionRow>

/** One row of the offices' list: who may take no further step of it, by user id, stands beside it. */
export const ChainListRow = rowOf(CHAIN_FIELDS)
export type ChainListRow = z.infer<typeof ChainListRow>

/** Filters of every list of transactions; the spec's camelCase dates are understood as well. */
export const TransactionListFilter = z.object({
  start_date: Day.optional(),
  end_date: Day.optional(),
  startDate: Day.optional(),
  endDate: Day.optional(),
  coe: HospitalChoice,
  is_drug: z.enum(['0', '1']).optional(),
  status: TransactionStatus.optional(),
  stage: z
    .enum(STAGES)
    .optional()
    .describe(
      'Where it is in the payment chain, whether disputed or returned there; unpaid: neither paid nor reversed',
    ),
  search: text(60).trim().optional(),
  payment_id: text(60).optional(),
})
export type TransactionListFilter = z.infer<typeof TransactionListFilter>

const WAITS_FOR_NAMES = Object.keys(WAITS_FOR)

/** Filters of the payment chain's list: beside those of every list of bills, whose work it is. */
export const ChainListFilter = TransactionListFilter.extend({
  ready_for: text(60).optional().describe('What is ready for a person, by their user id, at the steps that are theirs'),
  step: z
    .enum(PAYMENT_CHAIN.links.map(({ step }) => step))
    .optional()
    .describe('Of what is ready, that step alone'),
  on_invoice: z.enum(['0', '1']).optional(),
  overdue: z.enum(INVOICE_STEPS).optional().describe('What waits for that step for longer than its deadline'),
  waits_for: z.enum(WAITS_FOR_NAMES).optional().describe('What waits for that step, on an invoice or not'),
  age: z.enum(AGE_NAMES).optional().describe('What has waited for so many working days'),
  until: Instant.optional().describe('Until when it has waited; now, or the moment asked for, when left out'),
})
export type ChainListFilter = z.infer<typeof ChainListFilter>

/** GET /api/transaction/search (E124): a transaction's number or a CHF id (messages.tsv, M125). */
export const TransactionSearch = z.object({
  q: requiredText(60, 'You must enter a transaction ID to search'),
  coe: HospitalChoice,
})

/** One line of a bill: a service, or a drug. */
export const TransactionLine = z.object({
  drug_id: z.string().nullable().describe('Null of a service'),
  drug: z
    .object({
      productName: z.string(),
      description: z.string().nullable(),
      manufacturer: z.object({ manufacturerName: z.string() }).nullable(),
    })
    .nullable()
    .describe('As it was billed; null of a service'),
  service: z
    .object({ id: z.string(), service_name: z.string(), category: z.object({ category_name: z.string() }).nullable() })
    .nullable()
    .describe('As it was billed; null of a drug'),
  quantity: z.int(),
  cost: NairaText.describe('Of one'),
  total: NairaText,
})
export type TransactionLine = z.infer<typeof TransactionLine>

/** One step of 'where it stands'. */
export const ChainStepView = z.object({
  step: z.string(),
  label: z.string(),
  permission: z.string(),
  by: z.string().nullable(),
  at: When,
  state: z.enum(['done', 'current', 'waiting']),
  may_act: z.array(z.string()).describe('Who may take the current step: what people call the roles'),
  waiting_since: When.describe('Since when the current step has waited'),
  waited_minutes: z
    .int()
    .nullable()
    .describe('Working minutes it has waited; paused while disputed. Null when it waits for no office.'),
  is_late: z.boolean().describe('The current step waits for longer than its deadline'),
})

/** GET /api/patients/billing_history/{id}/patient: whose billing history it is. */
export const BilledPatient = one(
  z.object({
    chf_id: z.string(),
    name: z.string().nullable().describe('Null where it is not for this caller'),
    coe_name: z.string().nullable(),
  }),
)

/** That a bill was sent back and is not initiated again yet, and what the hospital has said to it, oldest first. */
export const BillReturn = z.object({
  by: z.string(),
  at: z.string(),
  reason: z.string().nullable().describe('Null where it is not for this caller'),
  payment_id: z.string(),
  answers: z.array(
    z.object({
      by: z.string(),
      at: z.string(),
      answer: z.string().nullable(),
      documents: z.int().describe('How many'),
    }),
  ),
})
export type BillReturn = z.infer<typeof BillReturn>

/** GET /api/transactions/{id} (E125): everything about one transaction. */
export const TransactionDetail = z.object({
  data: TransactionRow.extend({
    comment: z.object({ comment: z.string() }).nullable(),
    is_masked: z.boolean().describe("True where the patient's notes (comment, documents) are not for this caller"),
    documents: z.array(ShownDocument).describe('Attached by the biller; a dispute has its own documents'),
    transactions: z.array(TransactionLine).describe('The lines'),
    chain: z.array(ChainStepView),
    history: z.array(HistoryEntry),
    returns: z.int(),
    returned: BillReturn.nullable().describe('Null when not returned, or initiated again'),
    dispute: BillDispute.nullable().describe('The newest; null where it never was disputed'),
  }),
})
export type TransactionDetail = z.infer<typeof TransactionDetail>['data']
