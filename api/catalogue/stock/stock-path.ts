import { load } from '#commands/handle.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { product } from '#domain/catalogue/product/product.ts'
import { ProductPath } from '#api/catalogue/products/product-path.ts'
import type { Reach } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { Key } from '#api/contracts/input.ts'
import { notFound } from '#api/http-error.ts'
import { reachedHospital } from '#api/reached-hospital.ts'

/** The path of the stock of a product at one hospital. */
export const StockPath = ProductPath.extend({ coeId: Key })

/** The stock that a path is about, of a product and a hospital that there are, within the caller's reach. */
export async function stockReached(
  { handler }: Pick<AppContext, 'handler'>,
  { id: productId, coeId }: { readonly id: string; readonly coeId: string },
  reach: Reach,
) {
  reachedHospital(reach, coeId)
  if ((await load(handler, product, productId)).status === 'none') throw notFound('Product')
  const hospital = await load(handler, coe, coeId)
  if (hospital.status === 'none') throw notFound('Hospital')
  return { productId, coeId, coeName: hospital.details.name }
}
