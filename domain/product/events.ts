import { z } from 'zod'
import type { EventsOf } from '../kernel/event-table.ts'
import { Kobo } from '../kernel/money.ts'

/** What a drug is known by (spec, entities Product). */
export const ProductFacts = z.object({
  name: z.string(),
  description: z.string(),
  manufacturerId: z.string(),
  manufacturerName: z.string(),
})
export type ProductFacts = z.infer<typeof ProductFacts>

const stamp = z.object({ productId: z.string(), by: z.string(), at: z.iso.datetime() })

/** Stream `product-{id}`: a drug of the local catalogue. `price` in kobo, for one; the same at every hospital. */
export const productEvents = {
  ProductListed: stamp.extend({ ...ProductFacts.shape, price: Kobo }),
  ProductPriceChanged: stamp.extend({ price: Kobo }),
  /** It cannot be billed any more. */
  ProductDelisted: stamp,
}
export type ProductEvent = EventsOf<typeof productEvents>
