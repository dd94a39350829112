import type { Account } from '#domain/kernel/accounts.ts'
import type { Kobo } from '#domain/kernel/money.ts'
import type { TwoPersonOutcome } from '#domain/kernel/two-person.ts'

export type FundingRefusal =
  | 'funding_amount_not_positive'
  | 'funding_amount_too_large'
  | 'funding_below_pool_minimum'
  | 'funding_reason_required'
  | 'funding_unknown'
  | 'funding_closed'
  | 'funding_source_short'
  | 'funding_pool_full'
  | 'funding_pool_short'
  | 'funding_not_waiting'
  | 'funding_not_confirmed'
  | 'funding_same_person'
  | 'funding_of_another'
  | 'funding_needs_permission'
  | 'funding_end_without_reason'

/** Where the money goes from and to, and how far the move has come. */
export type Asked = {
  readonly status: 'proposed' | 'requested' | 'completed' | 'refused' | 'declined' | 'withdrawn'
  readonly source: Account
  readonly target: Account
  readonly amount: Kobo
  /** How often it was confirmed and could not be moved, and waited again. */
  readonly attempt: number
  /** Who proposed it, and who decided on it last; undefined of what one person's word was enough for. */
  readonly proposal: Proposal | undefined
}
export type Proposal = {
  readonly by: string
  /** The limit (kobo), and what its maker moved alone that day with this one. */
  readonly above: Kobo
  readonly today: Kobo
  readonly ended?: TwoPersonOutcome | undefined
}
export type Funding = { readonly status: 'none' } | Asked
