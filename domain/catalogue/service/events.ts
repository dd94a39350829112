import { z } from 'zod'
import { Day, Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Kobo } from '#domain/kernel/money.ts'
import { Id, line } from '#domain/kernel/text.ts'
import { MAX_COUNT, wholeNumber } from '#domain/kernel/whole-number.ts'
import type { Rights } from '#domain/kernel/rights.ts'

const stamp = z.object({ serviceId: Id, by: Id, at: Instant })

/** Stream `service-{id}`: what hospitals bill for, other than drugs. Prices in kobo, for one. */
export const serviceEvents = {
  ServiceAdded: stamp.extend({
    name: line(200),
    code: line(20),
    price: Kobo,
    categoryId: wholeNumber(1, MAX_COUNT),
    parentId: Id.optional(),
  }),
  ServiceRenamed: stamp.extend({ name: line(200), code: line(20) }),
  /** Without one it stands by itself. */
  ServiceParentChanged: stamp.extend({ parentId: Id.optional() }),
  /** Nobody bills it from now on; what was billed stays. */
  ServiceDeleted: stamp,
  ServicePriceChanged: stamp.extend({ price: Kobo }),
  /** A hospital's own price for it. */
  ServicePricedAtCoe: stamp.extend({ coeId: Id, price: Kobo }),
  /** The hospital has no price of its own any more. */
  ServiceWithdrawnFromCoe: stamp.extend({ coeId: Id }),
  /** From the first moment of a Lagos day to come on it costs that much: at a hospital, or where one has no price of its own. */
  ServicePricePlanned: stamp.extend({ coeId: Id.optional(), from: Day, price: Kobo }),
  /** What was planned for that day does not come. */
  ServicePlannedPriceWithdrawn: stamp.extend({ coeId: Id.optional(), from: Day }),
}
export type ServiceEvent = EventsOf<typeof serviceEvents>

const ofImport = { follows: ['PriceImportRequested'] }

export const serviceRights: Rights<ServiceEvent> = {
  ServiceAdded: { permission: ['CREATE_SERVICE'], system: 'always', follows: ['ServicePlacedInCategory'] },
  ServiceRenamed: { permission: ['EDIT_SERVICE'], ...ofImport },
  ServiceParentChanged: { permission: ['EDIT_SERVICE'] },
  ServiceDeleted: { permission: ['DELETE_SERVICE'] },
  ServicePriceChanged: { permission: ['EDIT_SERVICE'], ...ofImport },
  ServicePricedAtCoe: { permission: ['ATTACH_COE_SERVICE'], system: 'always', ...ofImport },
  ServiceWithdrawnFromCoe: { permission: ['ATTACH_COE_SERVICE'] },
  // A hospital's price by the one, the service's own by the other.
  ServicePricePlanned: { permission: ['EDIT_SERVICE', 'ATTACH_COE_SERVICE'], ...ofImport },
  ServicePlannedPriceWithdrawn: { permission: ['EDIT_SERVICE', 'ATTACH_COE_SERVICE'] },
}
