import type { input } from 'zod'
import type {
  PriceFileBody,
  PriceImportBody,
  PriceImportDone,
  PriceImportPreview,
} from '#api/catalogue/contracts/price-import.ts'
import { api } from '#web/shell/api-client.ts'

/** All prices, of those that hold and of those that are planned, as a list. */
export const PRICE_LIST = '/api/services/prices'
const IMPORT = '/api/services/import'

/** What a file would change. */
export const previewImport = (body: input<typeof PriceFileBody>, key: string) =>
  api.post<typeof PriceImportPreview>(`${IMPORT}/preview`, body, key)

/** Does what the preview said. */
export const importPrices = (body: input<typeof PriceImportBody>, key: string) =>
  api.post<typeof PriceImportDone>(IMPORT, body, key)
