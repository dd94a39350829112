import type { StockEvent } from '#domain/catalogue/stock/events.ts'
import { afterMovement } from '#domain/catalogue/stock/stock.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** How many of a drug a hospital has; where it has recorded nothing there is no row. */
export type ProductStockRow = {
  product_id: string
  coe_id: string
  quantity: number
  /** When something was recorded last. */
  changed_at: string
}

function moved(event: StockEvent): readonly Change<ProductStockRow>[] {
  const { productId: product_id, coeId: coe_id, at: changed_at } = event.data
  const about = { product_id, coe_id, changed_at }
  return [{ key: [product_id, coe_id], fold: (row) => ({ ...about, quantity: afterMovement(row?.quantity, event) }) }]
}

/** Serves the products screens and the choice of drugs in billing. */
export const productStock: ReadModel<ProductStockRow, 'product_stock'> = {
  name: 'product_stock',
  revision: 1,
  temporal: true,
  columns: {
    product_id: 'text not null',
    coe_id: 'text not null',
    quantity: 'bigint not null',
    changed_at: 'timestamptz not null',
  },
  key: ['product_id', 'coe_id'],
  bounded: { quantity: 'No hospital has more of a drug than MAX_STOCK' },
  on: handlers<ProductStockRow, StockEvent>({
    StockReceived: ({ event }) => moved(event),
    StockRemoved: ({ event }) => moved(event),
    StockCounted: ({ event }) => moved(event),
  }),
}
