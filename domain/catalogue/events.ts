import type { EventTable } from '#domain/kernel/event-table.ts'
import { categoryEvents } from './category/events.ts'
import { coeEvents } from './coe/events.ts'
import { coeRegisterEvents } from './coe-register/events.ts'
import { priceImportEvents } from './price-import/events.ts'
import { productEvents } from './product/events.ts'
import { serviceEvents } from './service/events.ts'
import { stockEvents } from './stock/events.ts'

/** The events of hospitals and what they offer. */
export const catalogueEvents: EventTable = {
  ...categoryEvents,
  ...coeEvents,
  ...coeRegisterEvents,
  ...priceImportEvents,
  ...productEvents,
  ...serviceEvents,
  ...stockEvents,
}
