import { type Asked, follows } from '#domain/kernel/follows.ts'
import type { PriceImportEvent } from './events.ts'
import { priceImport, type PriceImportCommand } from './price-import.ts'

function asked({ type, data }: PriceImportEvent): Asked<PriceImportCommand> {
  switch (type) {
    case 'PriceImportRequested':
      return { type: 'RequestPriceImport', data }
    case 'PriceImportCompleted':
      return { type: 'CompletePriceImport', data }
  }
}

export const priceImportFollows = follows(priceImport, asked, { named: ({ importId }) => importId })
