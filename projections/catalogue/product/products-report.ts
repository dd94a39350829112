import { hasWords } from '#projections/folded-search.ts'
import { sql } from 'kysely'
import { productStock } from '#projections/catalogue/stock/product-stock.ts'
import { columnsOf, type Report } from '#projections/report/report.ts'
import { PRODUCT_FIELDS } from './fields.ts'
import { product } from './product.ts'

/** Which listed drugs: part of a name, a use or a manufacturer. `coe` is the hospital whose stock is shown, else all together. */
export type ProductFilter = { readonly search?: string | undefined; readonly coe?: string | undefined }

/** The drugs that can be billed, with what there is of them, for those who administer them. */
export const productsReport: Report<ProductFilter> = {
  name: 'products',
  models: ['product', 'product_stock'],
  key: sql`p.id`,
  defaultSort: { column: 'product_name', descending: false },
  columns: columnsOf(
    PRODUCT_FIELDS,
    {
      product_name: sql`p.name`,
      price: sql`p.price`,
      stock: sql`(recorded.stock)`,
      hospitals: sql`(recorded.hospitals)`,
      manufacturer_name: sql`p.manufacturer_name`,
      description: sql`p.description`,
      created_at: sql`p.created_at`,
      id: sql`p.id`,
      revision: sql`p.revision`,
    },
    { product_name: sql`p.name_key`, manufacturer_name: sql`p.manufacturer_key` },
  ),
  from: (moment, { coe }) => sql`
    ${moment.rowsOf(product)} p
    left join lateral (
      select sum(quantity)::bigint as stock, count(*)::int as hospitals from ${moment.rowsOf(productStock)} each
       where each.product_id = p.id ${coe === undefined ? sql`` : sql`and each.coe_id = ${coe}`}
    ) recorded on true`,
  where: ({ search = '' }) => [sql`p.is_listed`, ...(search === '' ? [] : [hasWords(sql`p.search_key`, search)])],
}
