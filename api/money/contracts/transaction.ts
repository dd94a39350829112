import { z } from 'zod'
import { TRANSACTION_STATUSES } from './payment-steps.ts'
import { NairaText } from '#api/contracts/common.ts'
import { HistoryEntry } from '#api/contracts/history.ts'
import { text } from '#domain/kernel/text.ts'
import { Day } from '#domain/kernel/dates.ts'
import { requiredText } from '#api/contracts/input.ts'
import { rowOf } from '#api/contracts/row.ts'
import { TRANSACTION_FIELDS } from '#projections/money/transaction/fields.ts'

const When = z.string().nullable().describe('ISO date and time; null when not yet')

export const TransactionStatus = z.enum(TRANSACTION_STATUSES)
export type TransactionStatus = z.infer<typeof TransactionStatus>

/** One row of the transactions grid and of every list of bills. */
export const TransactionRow = rowOf(TRANSACTION_FIELDS)
export type TransactionRow = z.infer<typeof TransactionRow>

/** Filters of every list of transactions; the spec's camelCase dates are understood as well. */
export const TransactionListFilter = z.object({
  start_date: Day.optional(),
  end_date: Day.optional(),
  startDate: Day.optional(),
  endDate: Day.optional(),
  coe: text(60).optional(),
  is_drug: z.enum(['0', '1']).optional(),
  status: TransactionStatus.optional(),
  search: text(60).trim().optional(),
  payment_id: text(60).optional(),
})
export type TransactionListFilter = z.infer<typeof TransactionListFilter>

/** GET /api/transaction/search (E124): a transaction's number or a CHF id (messages.tsv, M125). */
export const TransactionSearch = z.object({
  q: requiredText(60, 'You must enter a transaction ID to search'),
  coe: text(60).optional(),
})

/** One line of a bill. */
export const TransactionLine = z.object({
  item_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  manufacturer: z.string().nullable(),
  category_name: z.string().nullable(),
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
  may_act: z.array(z.string()).describe('Roles that may take the current step'),
  waiting_since: When.describe('Since when the current step has waited'),
})

/** GET /api/transactions/{id} (E125): everything about one transaction. */
export const TransactionDetail = z.object({
  data: TransactionRow.extend({
    comment: z.string().nullable(),
    is_masked: z.boolean().describe("True where the patient's notes (comment, documents) are not for this caller"),
    documents: z.array(z.object({ document_id: z.string(), document_name: z.string(), document_url: z.string() })),
    lines: z.array(TransactionLine),
    chain: z.array(ChainStepView),
    history: z.array(HistoryEntry),
    returns: z.int(),
  }),
})
export type TransactionDetail = z.infer<typeof TransactionDetail>['data']
