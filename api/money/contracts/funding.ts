import { z } from 'zod'
import { NairaText, one } from '#api/contracts/common.ts'
import { Done } from '#api/contracts/done.ts'
import { HistoryEntry } from '#api/contracts/history.ts'
import { text } from '#domain/kernel/text.ts'
import { Day } from '#domain/kernel/dates.ts'
import { HospitalChoice } from '#api/contracts/input.ts'
import { rowOf } from '#api/contracts/row.ts'
import { FUNDING_FIELDS } from '#projections/money/funding/fields.ts'

/** One movement of funds on the list, newest first. */
export const FundingView = rowOf(FUNDING_FIELDS)
export type FundingView = z.infer<typeof FundingView>

/** GET /api/fundings/{id}: one with what can be done about it by the caller, and who did what to it. */
export const FundingDetail = one(
  FundingView.extend({
    is_own: z.boolean().describe('The caller proposed it'),
    acts: z
      .array(z.object({ act: z.enum(['confirm', 'decline', 'withdraw']), refused: z.string().nullable() }))
      .describe('The acts possible while it waits, and why the caller cannot take them; empty for others'),
    history: z.array(HistoryEntry),
  }),
)
export type FundingDetail = z.infer<typeof FundingDetail>['data']

/** What a movement of funds answers: whether the money has moved, or waits for a second person. */
export const FundingDone = Done.extend({
  data: Done.shape.data.extend({
    status: z.enum(['completed', 'proposed']),
    moved_alone_today: NairaText.nullable().describe(
      'What waits: what the caller would have moved alone today with it',
    ),
    second_person_above: NairaText.nullable().describe('What waits: the limit of the day'),
  }),
})
export type FundingDone = z.infer<typeof FundingDone>

/** For how many days it is told what became of a movement that somebody proposed. */
export const ANSWER_DAYS = 7

/**
 * GET /api/notification/fundings, newest first: credits and allocations that somebody else proposed and the caller may confirm,
 * for as long as they wait; and what became of those that the caller proposed.
 */
export const FundingNotices = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['waiting', 'confirmed', 'declined']),
      what: z.enum(['pool credit', 'allocation', 'patient funding']),
      amount: NairaText,
      benefactor: z.string().nullable(),
      coe_name: z.string().nullable(),
      by: z.string().describe('Who proposed, confirmed or declined it, by name'),
      created_at: z.string(),
      is_read: z.boolean().describe('The caller has opened the bell since'),
    }),
  ),
})
export type FundingNotices = z.infer<typeof FundingNotices>

/** Filters of the movements of funds; days are business days in Lagos, both included. */
export const FundingListFilter = z.object({
  start_date: Day.optional(),
  end_date: Day.optional(),
  kind: FundingView.shape.kind.optional(),
  status: FundingView.shape.status.optional(),
  coe: HospitalChoice,
  ready_for: text(60).optional().describe('What a person, by their user id, may confirm as the second one'),
  search: text(200).trim().optional().describe('A CHF id, or part of a benefactor'),
})

/** What a hospital holds. */
export const CoeFunds = z.object({
  id: z.string(),
  code: z.string(),
  coe_name: z.string(),
  fund_allocation: NairaText.describe('Left of the allocation'),
  allocated: NairaText.describe('Total allocated'),
  patients_balance: NairaText.describe('In the wallets of its patients'),
  payable: NairaText.describe('Billed and not yet paid'),
})
export type CoeFunds = z.infer<typeof CoeFunds>

/** GET /api/funds: what the pool and the hospitals hold. The pool is null for people of a hospital, who see theirs alone. */
export const FundsOverview = z.object({
  data: z.object({
    second_person_above: NairaText.nullable().describe('Above it a movement of funds waits for a second person'),
    moved_alone_today: NairaText.nullable().describe(
      'What the caller moved today without a second person; null of an earlier moment',
    ),
    pool_account_balance: NairaText.nullable(),
    total_credited: NairaText.nullable(),
    total_allocated: NairaText.nullable(),
    coes: z.array(CoeFunds),
  }),
})
export type FundsOverview = z.infer<typeof FundsOverview>

/** GET /api/patients/{id}/fund: what a fund administrator sees before putting money into a wallet. */
export const PatientFundsView = z.object({
  data: z.object({
    patient_id: z.string(),
    chf_id: z.string(),
    name: z.string(),
    status: z.string().describe('active, inactive or deceased'),
    coe_name: z.string(),
    fund_allocation: NairaText.describe("Left of the hospital's allocation"),
    wallet_balance: NairaText,
    funding_cap: NairaText.describe('An amount above it needs a reason'),
  }),
})
export type PatientFundsView = z.infer<typeof PatientFundsView>['data']

/** GET /api/sitesettings/pool_account_balance (E145): computed, never set (domain.md, Money). */
export const PoolBalanceSetting = z.object({
  data: z.object({ key: z.literal('pool_account_balance'), value: NairaText }),
})
