import { z } from 'zod'
import { text } from '#domain/kernel/text.ts'
import { PRODUCT_FIELDS } from '#projections/catalogue/product/fields.ts'
import { NairaText } from '#api/contracts/common.ts'
import { HistoryEntry } from '#api/contracts/history.ts'
import { digits } from '#api/contracts/input.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import { rowOf } from '#api/contracts/row.ts'

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
  stock: z
    .object({ quantity: z.int(), changed_at: z.string().describe('When it was recorded last') })
    .nullable()
    .describe("At the caller's own hospital; null where it records none, and for who has no hospital"),
})
export type Product = z.infer<typeof Product>
export const Products = z.object({ data: z.array(Product), next: z.string().nullable() })

/** A drug on the list of those who administer them. */
export const ProductRow = rowOf(PRODUCT_FIELDS)
export type ProductRow = z.infer<typeof ProductRow>

export const ProductListFilter = z.object({
  search: text(200).trim().optional().describe('Part of a name, a description or a manufacturer'),
  coe: text(60).optional().describe("The hospital whose stock is shown; the caller's own, else all, when left out"),
})

/** GET /api/products/{id}: one drug, also a delisted one, with its stock at the hospitals that the caller reaches, and its history. */
export const ProductDetail = z.object({
  data: z.object({
    id: z.string(),
    product_name: z.string(),
    description: z.string(),
    price: NairaText,
    manufacturer_name: z.string(),
    is_delisted: z.boolean(),
    stock: z
      .array(z.object({ coe_id: z.string(), coe_name: z.string(), quantity: z.int(), changed_at: z.string() }))
      .describe('By the names of the hospitals; of those that record it'),
    revision: z.int().describe('Revision, to send with an edit'),
    history: z.array(HistoryEntry),
  }),
})
export type ProductDetail = z.infer<typeof ProductDetail>['data']

/** GET /api/products/{id}/coes/{coeId}/stock: what a hospital has of a drug, and all that came, went and was counted. */
export const StockDetail = z.object({
  data: z.object({
    coe_id: z.string(),
    coe_name: z.string(),
    quantity: z.int().nullable().describe('Null where nothing is recorded: that is not none'),
    revision: z.int().describe('Revision of the stock, to send with a count'),
    history: z.array(HistoryEntry),
  }),
})
export type StockDetail = z.infer<typeof StockDetail>['data']
