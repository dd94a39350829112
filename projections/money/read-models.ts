import { account, accountKind } from './account/account.ts'
import { billTick } from './step-time/bill-tick.ts'
import { billingDay } from './billing-day/billing-day.ts'
import { comment } from './comment/comment.ts'
import { disputeComment } from './dispute/dispute-comment.ts'
import { dispute } from './dispute/dispute.ts'
import { funding } from './funding/funding.ts'
import { invoiceLine } from './invoice/invoice-line.ts'
import { invoice } from './invoice/invoice.ts'
import { payment } from './payment/payment.ts'
import { posting } from './posting/posting.ts'
import { stageTotal } from './stage-total/stage-total.ts'
import { transactionDocument } from './transaction/transaction-document.ts'
import { transactionLine } from './transaction/transaction-line.ts'
import { transactionReturn } from './transaction/transaction-return.ts'
import { transaction } from './transaction/transaction.ts'

/** The read models of money and what is billed. */
export const moneyModels = [
  account,
  accountKind,
  billTick,
  billingDay,
  comment,
  dispute,
  disputeComment,
  funding,
  invoice,
  invoiceLine,
  payment,
  posting,
  stageTotal,
  transaction,
  transactionDocument,
  transactionLine,
  transactionReturn,
]
