import { z } from 'zod'
import type { EventsOf } from '../kernel/event-table.ts'
import { Kobo } from '../kernel/money.ts'

const stamp = z.object({ serviceId: z.string(), by: z.string(), at: z.iso.datetime() })

/** Stream `service-{id}`: what hospitals bill for, other than drugs. Prices in kobo, for one. */
export const serviceEvents = {
  ServiceAdded: stamp.extend({
    name: z.string(),
    code: z.string(),
    price: Kobo,
    categoryId: z.int(),
    parentId: z.string().optional(),
  }),
  ServicePriceChanged: stamp.extend({ price: Kobo }),
  /** A hospital's own price for it. */
  ServicePricedAtCoe: stamp.extend({ coeId: z.string(), price: Kobo }),
  /** The hospital has no price of its own any more. */
  ServiceWithdrawnFromCoe: stamp.extend({ coeId: z.string() }),
}
export type ServiceEvent = EventsOf<typeof serviceEvents>
