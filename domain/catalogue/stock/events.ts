import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Id, text } from '#domain/kernel/text.ts'
import { wholeNumber } from '#domain/kernel/whole-number.ts'
import { MAX_STOCK } from './max-stock.ts'
import type { Rights } from '#domain/kernel/rights.ts'

const about = { productId: Id, coeId: Id, movementId: Id }
const stamp = z.object({ ...about, quantity: wholeNumber(0, MAX_STOCK), by: Id, at: Instant })

/** Stream `stock-{product}:{hospital}`: how many of a drug a hospital has. `movementId` names the request, which counts once. */
export const stockEvents = {
  /** So many came in. */
  StockReceived: stamp.extend({ note: text(500).optional() }),
  /** So many are gone: given out, broken, expired. */
  StockRemoved: stamp.extend({ reason: text(500) }),
  /** There are so many, whatever was recorded before. */
  StockCounted: stamp.extend({ reason: text(500) }),
}
export type StockEvent = EventsOf<typeof stockEvents>

export const stockRights: Rights<StockEvent> = {
  StockReceived: { permission: ['RECORD_STOCK'] },
  StockRemoved: { permission: ['RECORD_STOCK'] },
  StockCounted: { permission: ['RECORD_STOCK'] },
}
