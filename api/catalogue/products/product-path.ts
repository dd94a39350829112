import { z } from 'zod'
import { deriveId } from '#commands/ids.ts'
import { AddProductBody, EditProductBody } from '#api/catalogue/contracts/product-body.ts'
import type { AppContext } from '#api/context.ts'
import { Key } from '#api/contracts/input.ts'
import { NairaInput } from '#api/naira.ts'

/** Whoever sees services sees drugs, and so does who changes them. */
export const SEES_PRODUCTS = ['VIEW_SERVICE', 'CREATE_SERVICE', 'EDIT_SERVICE'] as const

/** The path of one product. */
export const ProductPath = z.object({ id: Key })

/** A product as it is sent, its price read. */
export const ProductSent = AddProductBody.extend({ price: NairaInput })
export const EditedProductSent = EditProductBody.extend({ price: NairaInput })

/** What a body says of a product, with the id of its manufacturer: one that is known by that name keeps its own. */
export async function factsIn(
  { db }: Pick<AppContext, 'db'>,
  { product_name: name, description, manufacturer_name: manufacturerName, price }: z.output<typeof ProductSent>,
) {
  const known = await db
    .selectFrom('product')
    .select('manufacturer_id as id')
    .where('manufacturer_name', '=', manufacturerName)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const manufacturerId = known?.id ?? deriveId('manufacturer', manufacturerName)
  return { name, description, manufacturerId, manufacturerName, price }
}
