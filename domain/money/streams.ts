import { type StreamRules, streamsOf } from '#domain/kernel/follows.ts'
import { disputeNotice } from './dispute-notice/dispute-notice.ts'
import { disputeNoticeEvents, disputeNoticeRights } from './dispute-notice/events.ts'
import { disputeNoticeFollows } from './dispute-notice/follows.ts'
import { dispute } from './dispute/dispute.ts'
import { disputeEvents, disputeRights } from './dispute/events.ts'
import { disputeFollows } from './dispute/follows.ts'
import { fundingDayEvents, fundingDayRights } from './funding-day/events.ts'
import { fundingDayFollows } from './funding-day/follows.ts'
import { fundingDay } from './funding-day/funding-day.ts'
import { fundingEvents, fundingRights } from './funding/events.ts'
import { fundingFollows } from './funding/follows.ts'
import { funding } from './funding/funding.ts'
import { invoiceEvents, invoiceRights } from './invoice/events.ts'
import { invoiceFollows } from './invoice/follows.ts'
import { invoice } from './invoice/invoice.ts'
import { paymentNoticeEvents, paymentNoticeRights } from './payment-notice/events.ts'
import { paymentNoticeFollows } from './payment-notice/follows.ts'
import { paymentNotice } from './payment-notice/payment-notice.ts'
import { transactionEvents, transactionRights } from './transaction/events.ts'
import { transactionFollows } from './transaction/follows.ts'
import { transaction } from './transaction/transaction.ts'
import { walletEvents, walletRights } from './wallet/events.ts'
import { walletFollows } from './wallet/follows.ts'
import { wallet } from './wallet/wallet.ts'

/** The streams of money and what is billed. */
export const moneyStreams: readonly StreamRules[] = [
  streamsOf(dispute, disputeEvents, disputeFollows, disputeRights),
  streamsOf(disputeNotice, disputeNoticeEvents, disputeNoticeFollows, disputeNoticeRights),
  streamsOf(fundingDay, fundingDayEvents, fundingDayFollows, fundingDayRights),
  streamsOf(funding, fundingEvents, fundingFollows, fundingRights),
  streamsOf(invoice, invoiceEvents, invoiceFollows, invoiceRights),
  streamsOf(paymentNotice, paymentNoticeEvents, paymentNoticeFollows, paymentNoticeRights),
  streamsOf(transaction, transactionEvents, transactionFollows, transactionRights),
  streamsOf(wallet, walletEvents, walletFollows, walletRights),
]
