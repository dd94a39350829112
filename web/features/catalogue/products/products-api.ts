import { compareNames } from '#domain/kernel/folded-name.ts'
import { queryOptions } from '@tanstack/react-query'
import type { input } from 'zod'
import type { ProductDetail, Products, StockDetail } from '#api/catalogue/contracts/product.ts'
import type { EditProductBody } from '#api/catalogue/contracts/product-body.ts'
import type { Done } from '#api/contracts/done.ts'
import { api } from '#web/shell/api-client.ts'

const PRODUCTS = '/api/products'
/** The drugs with their stock, as a list. */
export const PRODUCT_LIST = `${PRODUCTS}/list`

const pathOf = (id: string) => `${PRODUCTS}/${encodeURIComponent(id)}`
const stockPath = (id: string, coeId: string) => `${pathOf(id)}/coes/${encodeURIComponent(coeId)}/stock`

/** One drug with what hospitals have of it, and its history. */
export const productQuery = (id: string) =>
  queryOptions({
    queryKey: [PRODUCTS, 'one', id],
    queryFn: ({ signal }) => api.get<typeof ProductDetail>(pathOf(id), { signal }),
  })

/** What a hospital has of a drug, with every movement. */
export const stockQuery = (id: string, coeId: string) =>
  queryOptions({
    queryKey: [PRODUCTS, 'stock', id, coeId],
    queryFn: ({ signal }) => api.get<typeof StockDetail>(stockPath(id, coeId), { signal }),
    enabled: coeId !== '',
  })

const MOST = 1000

/** The manufacturers of the drugs on the list, to choose from as one types. */
export const manufacturersQuery = queryOptions({
  queryKey: ['/api/product', 'manufacturers'],
  queryFn: ({ signal }) => api.get<typeof Products>('/api/product', { params: { limit: MOST }, signal }),
  select: ({ data }): readonly string[] => [
    ...new Set(data.map(({ manufacturer }) => manufacturer.manufacturerName).sort(compareNames)),
  ],
})

/** Adds a drug, or changes the one with this id, as it was read at this revision. */
export const saveProduct = (
  { id, revision, ...body }: input<typeof EditProductBody> & { readonly id?: string },
  key: string,
) =>
  id === undefined
    ? api.post<typeof Done>(PRODUCTS, body, key)
    : api.put<typeof Done>(pathOf(id), { ...body, revision }, key)

export const delistProduct = ({ id }: { readonly id: string }, key: string) => api.delete<typeof Done>(pathOf(id), key)

type Moved = {
  readonly id: string
  readonly coeId: string
  /** As its address calls it. */
  readonly move: 'received' | 'removed' | 'counted'
  readonly quantity: number
  /** A note of what was received, else the reason. */
  readonly words: string
  /** As it was read by whoever counts. */
  readonly revision: number | undefined
}

/** Records a movement of stock. */
export function moveStock({ id, coeId, move, quantity, words, revision }: Moved, key: string) {
  const said = move === 'received' ? { note: words } : { reason: words }
  const read = move === 'counted' ? { revision } : {}
  return api.post<typeof Done>(`${stockPath(id, coeId)}/${move}`, { quantity, ...said, ...read }, key)
}
