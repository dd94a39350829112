import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Kobo } from '#domain/kernel/money.ts'
import { Id, line, text } from '#domain/kernel/text.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/** What a drug is known by (spec, entities Product). */
export const ProductFacts = z.object({
  name: line(200),
  description: text(2_000),
  manufacturerId: Id,
  manufacturerName: line(200),
})
export type ProductFacts = z.infer<typeof ProductFacts>

const stamp = z.object({ productId: Id, by: Id, at: Instant })

/** Stream `product-{id}`: a drug of the local catalogue. `price` in kobo, for one; the same at every hospital. */
export const productEvents = {
  ProductListed: stamp.extend({ ...ProductFacts.shape, price: Kobo }),
  /** It is known by this from now on. */
  ProductDescribed: stamp.extend(ProductFacts.shape),
  ProductPriceChanged: stamp.extend({ price: Kobo }),
  /** It cannot be billed any more. */
  ProductDelisted: stamp,
}
export type ProductEvent = EventsOf<typeof productEvents>

export const productRights: Rights<ProductEvent> = {
  ProductListed: { permission: ['CREATE_SERVICE'], system: 'always' },
  ProductDescribed: { permission: ['EDIT_SERVICE'] },
  ProductPriceChanged: { permission: ['EDIT_SERVICE'] },
  ProductDelisted: { permission: ['DELETE_SERVICE'] },
}
