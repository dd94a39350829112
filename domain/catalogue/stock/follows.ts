import { type Asked, follows } from '#domain/kernel/follows.ts'
import type { StockEvent } from './events.ts'
import { stock, type StockCommand, stockId } from './stock.ts'

function asked({ type, data }: StockEvent): Asked<StockCommand> {
  switch (type) {
    case 'StockReceived':
      return { type: 'ReceiveStock', data }
    case 'StockRemoved':
      return { type: 'RemoveStock', data }
    case 'StockCounted':
      // At which revision it was read, the event does not keep.
      return { type: 'CountStock', data }
  }
}

export const stockFollows = follows(stock, asked, { named: stockId })
