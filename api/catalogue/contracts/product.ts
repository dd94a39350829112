import { z } from 'zod'
import { text } from '#domain/kernel/text.ts'
import { NairaText } from '#api/contracts/common.ts'
import { digits } from '#api/contracts/input.ts'
import { AsOfQuery } from '#api/contracts/report.ts'

/** GET /api/product (E074): the drugs that can be billed, by name; `search` looks in name and description. */
export const ProductQuery = AsOfQuery.extend({
  search: text(60).trim().optional(),
  after: text(500).optional().describe('Cursor: `next` of the page before'),
  limit: digits(1, 1000).default(50),
})
export const Product = z.object({
  productId: z.string(),
  productName: z.string(),
  description: z.string(),
  price: NairaText,
  manufacturerId: z.string(),
  manufacturer: z.object({ manufacturerId: z.string(), manufacturerName: z.string() }),
})
export type Product = z.infer<typeof Product>
export const Products = z.object({ data: z.array(Product), next: z.string().nullable() })
