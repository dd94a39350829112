import { isBlank } from '#domain/kernel/blank.ts'
import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import { PersistentMap } from '#domain/kernel/persistent-map.ts'
import type { StockEvent } from './events.ts'
import { MAX_STOCK } from './max-stock.ts'

type Movement = { readonly productId: string; readonly coeId: string; readonly quantity: number }
/** `revision` is the one at which whoever counts has read it; left out, whatever has changed since. */
export type StockCommand =
  | Command<'ReceiveStock', Movement & { readonly note?: string | undefined }>
  | Command<'RemoveStock', Movement & { readonly reason: string }>
  | Command<'CountStock', Movement & { readonly reason: string; readonly revision?: number | undefined }>

export type StockRefusal =
  | 'stock_unknown'
  | 'stock_short'
  | 'stock_changed'
  | 'stock_too_large'
  | 'stock_quantity_not_positive'
  | 'stock_reason_required'

/**
 * How many of a drug a hospital has: never fewer than none. What nobody has recorded yet is unknown, which is not none.
 * `revision` counts what happened to it.
 */
export type Stock = {
  readonly quantity: number | undefined
  readonly movements: PersistentMap<true>
  readonly revision: number
}

/** The stream of a drug at a hospital, behind its category. */
export const stockId = ({ productId, coeId }: { readonly productId: string; readonly coeId: string }): string =>
  `${productId}:${coeId}`

function decide(command: StockCommand, stock: Stock): Decision<StockEvent, StockRefusal> {
  if (stock.movements.has(command.id)) return []
  const { productId, coeId, quantity } = command.data
  const data = { productId, coeId, quantity, movementId: command.id, by: command.by, at: command.at }
  if (command.type !== 'CountStock' && quantity <= 0) return refuse('stock_quantity_not_positive')
  switch (command.type) {
    case 'ReceiveStock': {
      const { note } = command.data
      // Whoever begins with a delivery had none before; who had some counts them.
      if (quantity > MAX_STOCK - (stock.quantity ?? 0)) return refuse('stock_too_large', { most: MAX_STOCK })
      return [{ type: 'StockReceived', data: { ...data, ...(note === undefined ? {} : { note }) } }]
    }
    case 'RemoveStock': {
      const { reason } = command.data
      if (isBlank(reason)) return refuse('stock_reason_required')
      if (stock.quantity === undefined) return refuse('stock_unknown')
      if (quantity > stock.quantity) return refuse('stock_short', { there: stock.quantity })
      return [{ type: 'StockRemoved', data: { ...data, reason } }]
    }
    case 'CountStock': {
      const { reason, revision } = command.data
      if (isBlank(reason)) return refuse('stock_reason_required')
      if (revision !== undefined && revision !== stock.revision) return refuse('stock_changed')
      if (quantity > MAX_STOCK) return refuse('stock_too_large', { most: MAX_STOCK })
      return [{ type: 'StockCounted', data: { ...data, reason } }]
    }
  }
}

/** How many there are after an event, of how many there were before. */
export function afterMovement(before: number | undefined, { type, data: { quantity } }: StockEvent): number {
  switch (type) {
    case 'StockReceived':
      return (before ?? 0) + quantity
    case 'StockRemoved':
      return (before ?? 0) - quantity
    case 'StockCounted':
      return quantity
  }
}

function evolve({ quantity, movements, revision }: Stock, event: StockEvent): Stock {
  return {
    quantity: afterMovement(quantity, event),
    movements: movements.set(event.data.movementId, true),
    revision: revision + 1,
  }
}

/** Stream `stock-{product}:{hospital}`. */
export const stock: Decider<Stock, StockCommand, StockEvent, StockRefusal> = {
  category: 'stock',
  initial: () => ({ quantity: undefined, movements: PersistentMap.EMPTY, revision: 0 }),
  decide,
  evolve,
}
