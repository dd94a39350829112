import { type StreamRules, streamsOf } from '#domain/kernel/follows.ts'
import { disputeNotice } from './dispute-notice/dispute-notice.ts'
import { disputeNoticeEvents } from './dispute-notice/events.ts'
import { disputeNoticeFollows } from './dispute-notice/follows.ts'
import { dispute } from './dispute/dispute.ts'
import { disputeEvents } from './dispute/events.ts'
import { disputeFollows } from './dispute/follows.ts'
import { fundingDayEvents } from './funding-day/events.ts'
import { fundingDayFollows } from './funding-day/follows.ts'
import { fundingDay } from './funding-day/funding-day.ts'
import { fundingEvents } from './funding/events.ts'
import { fundingFollows } from './funding/follows.ts'
import { funding } from './funding/funding.ts'
import { invoiceEvents } from './invoice/events.ts'
import { invoiceFollows } from './invoice/follows.ts'
import { invoice } from './invoice/invoice.ts'
import { paymentNoticeEvents } from './payment-notice/events.ts'
import { paymentNoticeFollows } from './payment-notice/follows.ts'
import { paymentNotice } from './payment-notice/payment-notice.ts'
import { transactionEvents } from './transaction/events.ts'
import { transactionFollows } from './transaction/follows.ts'
import { transaction } from './transaction/transaction.ts'
import { walletEvents } from './wallet/events.ts'
import { walletFollows } from './wallet/follows.ts'
import { wallet } from './wallet/wallet.ts'

/** The streams of money and what is billed. */
export const moneyStreams: readonly StreamRules[] = [
  streamsOf(dispute, disputeEvents, disputeFollows),
  streamsOf(disputeNotice, disputeNoticeEvents, disputeNoticeFollows),
  streamsOf(fundingDay, fundingDayEvents, fundingDayFollows),
  streamsOf(funding, fundingEvents, fundingFollows),
  streamsOf(invoice, invoiceEvents, invoiceFollows),
  streamsOf(paymentNotice, paymentNoticeEvents, paymentNoticeFollows),
  streamsOf(transaction, transactionEvents, transactionFollows),
  streamsOf(wallet, walletEvents, walletFollows),
]
