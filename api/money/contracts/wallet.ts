import { z } from 'zod'
import { NairaText, one } from '#api/contracts/common.ts'
import { TransactionDetail } from './transaction.ts'

/** GET /api/wallet: the caller's own wallet. The balance is what was put in less what was billed. */
export const OwnWallet = one(
  z.object({
    balance: NairaText,
    put_in: NairaText.describe('Put in by the fund, less what it took back'),
    billed: NairaText.describe('Paid to hospitals for treatment, less what they gave back'),
    last_moved_at: z.string().nullable().describe('ISO date and time; null when nothing has moved yet'),
  }),
)
export type OwnWallet = z.infer<typeof OwnWallet>['data']

/**
 * GET /api/patients/bills/{id}: one of the caller's own bills (spec, S031). Of the payment chain it has the status
 * alone: who acted on it and why is the ministry's affair.
 */
export const OwnBill = one(
  TransactionDetail.shape.data.pick({
    id: true,
    transaction_id: true,
    created_at: true,
    coe_name: true,
    biller: true,
    type: true,
    is_drug: true,
    quantity: true,
    total: true,
    status: true,
    comment: true,
    documents: true,
    lines: true,
  }),
)
export type OwnBill = z.infer<typeof OwnBill>['data']
