import { z } from 'zod'
import { NairaText } from './common.ts'

/** An amount as forms send it: naira as text, thousands separators allowed. */
const Amount = z.union([z.string().trim().min(1, 'An amount is required').max(40), z.number()])

/** POST /api/pool/credit (E141): `credit` in naira, 1.00 at least. */
export const PoolCreditBody = z.strictObject({
  benefactor: z.string().trim().min(2, 'A benefactor is required').max(200),
  credit: Amount,
})
export type PoolCreditBody = z.infer<typeof PoolCreditBody>

/** POST /api/coes/{id}/allocation: pool money for a hospital, in naira. */
export const AllocationBody = z.strictObject({ amount: Amount })
export type AllocationBody = z.infer<typeof AllocationBody>

/** POST /api/patients/{patient_id}/fund: money from the hospital's allocation into the patient's wallet, in naira. */
export const PatientFundBody = z.strictObject({ amount: Amount, reason: z.string().trim().max(1000).optional() })
export type PatientFundBody = z.infer<typeof PatientFundBody>

/** One movement of funds on the list, newest first. */
export const FundingView = z.object({
  id: z.string(),
  at: z.string().describe('ISO date and time'),
  kind: z.string().describe('pool credit, allocation or patient funding'),
  status: z.string().describe('requested, completed or refused'),
  amount: NairaText,
  benefactor: z.string().nullable(),
  coe_name: z.string().nullable(),
  chf_id: z.string().nullable(),
  by: z.string().describe('Name of who asked for it'),
})
export type FundingView = z.infer<typeof FundingView>

/** What the pool and the hospitals hold. */
export const FundsOverview = z.object({
  data: z.object({
    pool_account_balance: NairaText,
    total_credited: NairaText,
    total_allocated: NairaText,
    coes: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        coe_name: z.string(),
        fund_allocation: NairaText.describe('Left of the allocation'),
        allocated: NairaText.describe('Ever allocated'),
        patients_balance: NairaText.describe('In the wallets of its patients'),
        payable: NairaText.describe('Billed and not yet paid'),
      }),
    ),
  }),
})
export type FundsOverview = z.infer<typeof FundsOverview>
