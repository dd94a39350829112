import { z } from 'zod'
import { MAX_STOCK } from '#domain/catalogue/stock/max-stock.ts'
import { text } from '#domain/kernel/text.ts'
import { MAX_COUNT } from '#domain/kernel/whole-number.ts'
import { Price } from './service-body.ts'
import { digits, requiredLine, requiredText } from '#api/contracts/input.ts'

const revision = digits(0, MAX_COUNT).optional().describe('As it was read; left out, whatever has changed since')

/** POST of a product (beyond the spec's tables: design, A8). A drug is sold by one manufacturer, who is known by name. */
export const AddProductBody = z.strictObject({
  product_name: requiredLine(200, 'A product name is required'),
  description: text(2_000).trim().default(''),
  manufacturer_name: requiredLine(200, 'A manufacturer is required'),
  price: Price,
})
/** PUT of it. */
export const EditProductBody = AddProductBody.extend({ revision })

const REASON = 'Enter a reason'

/** POST of what came in. */
export const ReceiveStockBody = z.strictObject({
  quantity: digits(1, MAX_STOCK, 'Quantity'),
  note: text(500).trim().optional().describe('Of the delivery: a waybill, a supplier'),
})
/** POST of what is gone. */
export const RemoveStockBody = z.strictObject({
  quantity: digits(1, MAX_STOCK, 'Quantity'),
  reason: requiredText(500, REASON),
})
/** POST of how many there are. */
export const CountStockBody = z.strictObject({
  quantity: digits(0, MAX_STOCK, 'Quantity'),
  reason: requiredText(500, REASON),
  revision,
})
