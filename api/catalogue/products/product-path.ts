import { z } from 'zod'
import { deriveId } from '#commands/ids.ts'
import { AddProductBody, EditProductBody } from '#api/catalogue/contracts/product-body.ts'
import { load } from '#commands/handle.ts'
import { product } from '#domain/catalogue/product/product.ts'
import type { AppContext } from '#api/context.ts'
import { Key } from '#api/contracts/input.ts'
import { NairaInput } from '#api/naira.ts'

/** Whoever sees services sees drugs, and so do those who change them or record their stock. */
export const SEES_PRODUCTS = ['VIEW_SERVICE', 'CREATE_SERVICE', 'EDIT_SERVICE', 'RECORD_STOCK'] as const

/** The path of one product. */
export const ProductPath = z.object({ id: Key })

/** A product as it is sent, its price read. */
export const ProductSent = AddProductBody.extend({ price: NairaInput })
export const EditedProductSent = EditProductBody.extend({ price: NairaInput })

/**
 * What a body says of a product, with the id of its manufacturer: one that is known by that name keeps its own. A row only
 * finds a drug of theirs; who made it is said by the log (docs/decisions/0096-read-models-never-authorise.md).
 */
export async function factsIn(
  { db, handler }: Pick<AppContext, 'db' | 'handler'>,
  { product_name: name, description, manufacturer_name: manufacturerName, price }: z.output<typeof ProductSent>,
) {
  const found = await db
    .selectFrom('product')
    .select('id')
    .where('manufacturer_name', '=', manufacturerName)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const known = found && (await load(handler, product, found.id))
  const isTheirs = known !== undefined && known.status !== 'none' && known.manufacturerName === manufacturerName
  const manufacturerId = isTheirs ? known.manufacturerId : deriveId('manufacturer', manufacturerName)
  return { name, description, manufacturerId, manufacturerName, price }
}
