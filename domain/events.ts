import { fundingEvents } from './funding/events.ts'
import type { EventTable } from './kernel/event-table.ts'
import { transactionEvents } from './transaction/events.ts'
import { walletEvents } from './wallet/events.ts'

/** Every event there is. The codec refuses whatever is not here. */
export const allEvents: EventTable = {
  ...fundingEvents,
  ...transactionEvents,
  ...walletEvents,
}
