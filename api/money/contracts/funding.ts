import { z } from 'zod'
import { NairaText } from '#api/contracts/common.ts'
import { text } from '#domain/kernel/text.ts'
import { Day } from '#domain/kernel/dates.ts'
import { HospitalChoice } from '#api/contracts/input.ts'
import { rowOf } from '#api/contracts/row.ts'
import { FUNDING_FIELDS } from '#projections/money/funding/fields.ts'

/** One movement of funds on the list, newest first. */
export const FundingView = rowOf(FUNDING_FIELDS)
export type FundingView = z.infer<typeof FundingView>

/** Filters of the movements of funds; days are business days in Lagos, both included. */
export const FundingListFilter = z.object({
  start_date: Day.optional(),
  end_date: Day.optional(),
  kind: FundingView.shape.kind.optional(),
  status: FundingView.shape.status.optional(),
  coe: HospitalChoice,
  search: text(200).trim().optional().describe('A CHF id, or part of a benefactor'),
})

/** What a hospital holds. */
export const CoeFunds = z.object({
  id: z.string(),
  code: z.string(),
  coe_name: z.string(),
  fund_allocation: NairaText.describe('Left of the allocation'),
  allocated: NairaText.describe('Ever allocated'),
  patients_balance: NairaText.describe('In the wallets of its patients'),
  payable: NairaText.describe('Billed and not yet paid'),
})
export type CoeFunds = z.infer<typeof CoeFunds>

/** GET /api/funds: what the pool and the hospitals hold. The pool is null for people of a hospital, who see theirs alone. */
export const FundsOverview = z.object({
  data: z.object({
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
