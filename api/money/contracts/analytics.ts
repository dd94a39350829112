import { z } from 'zod'
import { NairaText } from '#api/contracts/common.ts'
import { digits, HospitalChoice } from '#api/contracts/input.ts'
import { AsOfQuery } from '#api/contracts/report.ts'

/** Which hospital; all that the caller reaches when left out. People of a hospital reach their own. */
export const AnalyticsQuery = AsOfQuery.extend({ coe: HospitalChoice })

/** GET /api/coes/analytics (E076): a hospital in figures, or all of them together. */
export const HospitalAnalytics = z.object({
  data: z.object({
    coe: z.object({ id: z.string(), coe_name: z.string() }).nullable().describe('null: all hospitals'),
    allocation_balance: NairaText,
    hospital_billing_volume: NairaText.describe('Billed in all'),
    current_month_volume: NairaText,
    last_month_volume: NairaText,
    paid_volume: NairaText.describe('Of what was billed, how much the chain has paid'),
    reversed_volume: NairaText.describe('Of what was billed, how much went back to wallets after disputes'),
    payable_balance: NairaText.describe('Billed, not reversed and not yet paid'),
    patients_count: z.int(),
    transactions_count: z.int(),
    staff_count: z.int(),
  }),
})
export type HospitalAnalytics = z.infer<typeof HospitalAnalytics>['data']

/** GET /api/analytics/billing-months: what was billed and paid in each of the last months, the empty ones included. */
export const BillingMonthsQuery = AnalyticsQuery.extend({
  months: digits(1, 120).default(12),
})
export const BillingMonths = z.object({
  data: z.array(
    z.object({
      month: z.string().describe('YYYY-MM, in Lagos'),
      billed: NairaText,
      billed_count: z.int(),
      drugs_billed: NairaText,
      paid: NairaText,
      paid_count: z.int(),
      reversed: NairaText.describe('Given back in the month, of whichever bills'),
      reversed_count: z.int(),
    }),
  ),
})
export type BillingMonth = z.infer<typeof BillingMonths>['data'][number]

/** GET /api/analytics/stages: how much stands where in the payment chain, in the chain's order, and what was reversed. */
export const StageTotals = z.object({
  data: z.array(z.object({ stage: z.string(), transactions: z.int(), total: NairaText })),
})
export type StageTotal = z.infer<typeof StageTotals>['data'][number]

const Counted = z.object({ id: z.string(), name: z.string(), patients_count: z.int() })

/** GET /api/analytics (E138): the fund as a whole. Counts of applications come with applications. */
export const FundAnalytics = z.object({
  data: z.object({
    geopolitical_zones: z.array(Counted).describe('By state of origin'),
    states: z.array(Counted).describe('By state of origin'),
    ailments: z.array(Counted),
    coes: z.array(Counted.extend({ billings_count: z.int(), billed: NairaText, reversed: NairaText })),
    patients_count: z.int(),
    pool_account_balance: NairaText,
    total_approved_fund: NairaText.describe("Ever put into patients' wallets, without what hospitals gave back"),
    utilized_funds: NairaText.describe('Billed, without what was reversed'),
  }),
})
export type FundAnalytics = z.infer<typeof FundAnalytics>['data']
