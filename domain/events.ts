import type { EventTable } from './kernel/event-table.ts'
import { walletEvents } from './wallet/events.ts'

/** Every event there is. The codec refuses whatever is not here. */
export const allEvents: EventTable = {
  ...walletEvents,
}
