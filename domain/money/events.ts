import type { EventTable } from '#domain/kernel/event-table.ts'
import { disputeNoticeEvents } from './dispute-notice/events.ts'
import { disputeEvents } from './dispute/events.ts'
import { fundingDayEvents } from './funding-day/events.ts'
import { fundingEvents } from './funding/events.ts'
import { invoiceEvents } from './invoice/events.ts'
import { paymentNoticeEvents } from './payment-notice/events.ts'
import { transactionEvents } from './transaction/events.ts'
import { walletEvents } from './wallet/events.ts'

/** The events of money and what is billed. */
export const moneyEvents: EventTable = {
  ...disputeEvents,
  ...disputeNoticeEvents,
  ...fundingDayEvents,
  ...fundingEvents,
  ...invoiceEvents,
  ...paymentNoticeEvents,
  ...transactionEvents,
  ...walletEvents,
}
