import { hasWords } from '#projections/folded-search.ts'
import { type Kysely, sql } from 'kysely'
import type { Moment } from '#projections/moment.ts'
import type { Database } from '#projections/read-models.ts'
import { productStock, type ProductStockRow } from '#projections/catalogue/stock/product-stock.ts'
import { product, type ProductRow } from './product.ts'

/** Where a page of the catalogue ends: the next one begins after it. */
export type CataloguePlace = {
  /** Folded. */
  readonly name: string
  readonly id: string
}

type CatalogueQuery = {
  readonly search?: string
  readonly after?: CataloguePlace | undefined
  readonly limit: number
  /** The hospital whose stock is asked for. */
  readonly coeId: string | undefined
}

/** A drug, with what the hospital has of it; null where it records nothing. */
export type ListedProduct = ProductRow & {
  readonly [K in 'quantity' | 'changed_at']: ProductStockRow[K] | null
}

/** The listed drugs by name, a page by key. `search` is looked for in name, description and manufacturer. */
export async function listProducts(
  db: Kysely<Database>,
  moment: Moment,
  { search = '', after, limit, coeId = '' }: CatalogueQuery,
): Promise<{ readonly rows: readonly ListedProduct[]; readonly next: CataloguePlace | undefined }> {
  let query = db
    .selectFrom(moment.rowsOf(product).as('product'))
    .leftJoin(moment.rowsOf(productStock).as('stock'), (join) =>
      join.onRef('stock.product_id', '=', 'product.id').on('stock.coe_id', '=', coeId),
    )
    .selectAll('product')
    .select(['stock.quantity', 'stock.changed_at'])
    .where('is_listed', '=', true)
  if (search.trim() !== '') query = query.where(sql<boolean>`${hasWords(sql`search_key`, search)}`)
  if (after !== undefined) query = query.where(sql<boolean>`(name_key, id) > (${after.name}, ${after.id})`)
  const rows = await query
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown,
    next: rows.length > limit && last !== undefined ? { name: last.name_key, id: last.id } : undefined,
  }
}
