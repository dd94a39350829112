import type { ReadModelName } from '#projections/read-models.ts'

/** What people call that which a read model of money and what is billed shows. */
export const moneyShows = {
  account: 'balances of accounts',
  account_kind: 'the trial balance',
  bill_tick: 'waiting times',
  billing_day: 'billing by day',
  comment: 'comments on bills',
  dispute: 'disputes',
  dispute_comment: 'messages about disputes',
  funding: 'credits and allocations',
  invoice: 'invoices',
  invoice_line: 'what is on invoices',
  payment: 'payments',
  posting: 'account statements',
  stage_total: 'sums by stage',
  transaction: 'transactions',
  transaction_document: 'documents of transactions',
  transaction_line: 'lines of transactions',
  transaction_return: 'returns of transactions',
}

/** What a bill, or a step of its payment, changes on the screens. */
export const SHOWS_BILLS = [
  'transaction',
  'transaction_line',
  'transaction_document',
  'transaction_return',
  'comment',
  'account',
  'account_kind',
  'posting',
  'billing_day',
  'stage_total',
  'payment',
] as const satisfies readonly ReadModelName[]

/** What a dispute changes on them. */
export const SHOWS_DISPUTES = ['dispute', ...SHOWS_BILLS] as const satisfies readonly ReadModelName[]

/** What a message about one changes on them. */
export const SHOWS_CHATS = [
  'dispute',
  'dispute_comment',
  'transaction_document',
] as const satisfies readonly ReadModelName[]

/**
 * What an invoice, or a step of it, changes where invoices are shown. Thousands of bills change the ledger too, which is no part
 * of the answer: its own screens say how far they are.
 */
export const SHOWS_INVOICES = [
  'invoice',
  'invoice_line',
  'transaction',
  'payment',
] as const satisfies readonly ReadModelName[]

/** What a move of money changes on the screens. */
export const SHOWS_MONEY = ['account', 'account_kind', 'posting', 'funding'] as const satisfies readonly ReadModelName[]
