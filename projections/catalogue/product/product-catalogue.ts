import { type Kysely, sql } from 'kysely'
import type { Moment } from '#projections/moment.ts'
import type { Database } from '#projections/read-models.ts'
import { productStock, type ProductStockRow } from '#projections/catalogue/stock/product-stock.ts'
import { product, type ProductRow } from './product.ts'

/** Where a page of the catalogue ends: the next one begins after it. */
export type CataloguePlace = { readonly name: string; readonly id: string }

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
  for (const word of search.split(/\s+/).filter((one) => one !== '')) {
    const like = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
    query = query.where((eb) =>
      eb.or([eb('name', 'ilike', like), eb('description', 'ilike', like), eb('manufacturer_name', 'ilike', like)]),
    )
  }
  if (after !== undefined) query = query.where(sql<boolean>`(name, id) > (${after.name}, ${after.id})`)
  const rows = await query
    .orderBy('name')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > limit && last !== undefined ? { name: last.name, id: last.id } : undefined }
}
