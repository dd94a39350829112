import { careEvents } from './care/events.ts'
import { catalogueEvents } from './catalogue/events.ts'
import { integrityEvents } from './integrity/events.ts'
import type { EventTable } from './kernel/event-table.ts'
import { moneyEvents } from './money/events.ts'
import { peopleEvents } from './people/events.ts'
import { readModelEvents } from './read-model/events.ts'
import { sealEvents } from './seal/events.ts'

/** Every event there is. The codec refuses whatever is not here. */
export const allEvents: EventTable = {
  ...careEvents,
  ...catalogueEvents,
  ...integrityEvents,
  ...moneyEvents,
  ...peopleEvents,
  ...readModelEvents,
  ...sealEvents,
}
