import { z } from 'zod'
import { Day } from '#domain/kernel/dates.ts'
import { NairaText, one } from '#api/contracts/common.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import { TransactionDetail, TransactionRow } from './transaction.ts'

const Hospital = z
  .object({ coe_name: z.string(), address: z.string() })
  .nullable()
  .describe('Where the patient is registered')

/** GET /api/wallet: the caller's own wallet. The balance is what was put in less what was billed. */
export const OwnWallet = one(
  z.object({
    balance: NairaText,
    put_in: NairaText.describe('Paid in by the fund, less what it took back'),
    billed: NairaText.describe('Paid to hospitals for treatment, less what they gave back'),
    last_moved_at: z.string().nullable().describe('ISO date and time; null when nothing has moved yet'),
    hospital: Hospital,
  }),
)
export type OwnWallet = z.infer<typeof OwnWallet>['data']

/** A period of Lagos days, both included; open where left out. */
export const StatementQuery = AsOfQuery.extend({ start_date: Day.optional(), end_date: Day.optional() })

/** GET /api/wallet/statement: opening, movements in the order of their dates, closing; they add up. */
export const OwnStatement = one(
  z.object({
    opening: NairaText.describe('What the wallet held before the first movement'),
    received: NairaText.describe('What the movements below put in'),
    paid: NairaText.describe('What the movements below took out'),
    closing: NairaText,
    movements: z.array(
      z.object({
        at: z.string().describe('ISO date and time'),
        what: z.string().describe('In words, with the number of the bill'),
        coe_name: z.string().nullable().describe('The hospital of a bill'),
        bill_id: z.string().nullable(),
        received: NairaText.nullable(),
        paid: NairaText.nullable(),
        balance: NairaText.describe('Right after it'),
      }),
    ),
    hospital: Hospital,
    is_cut: z.boolean().describe('Whether there are earlier movements in the period, which are in the opening balance'),
  }),
)
export type OwnStatement = z.infer<typeof OwnStatement>['data']

/**
 * GET /api/patients/bills/{id}: one of the caller's own bills (spec, S031). Of the payment chain it has the status
 * and since when the hospital is being paid: who acted on it and why is the ministry's affair.
 */
export const OwnBill = one(
  TransactionRow.pick({
    id: true,
    transaction_id: true,
    created_at: true,
    coe: true,
    biller: true,
    type: true,
    is_drug: true,
    quantity: true,
    total: true,
    status: true,
    permsec_approved_on: true,
    reversed_on: true,
  }).extend(TransactionDetail.shape.data.pick({ comment: true, documents: true, transactions: true }).shape),
)
export type OwnBill = z.infer<typeof OwnBill>['data']
