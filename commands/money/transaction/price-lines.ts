import { type Refusal, refuse } from '#domain/kernel/decider.ts'
import {
  ALL_CATEGORIES,
  type Categories,
  category,
  DRUG_CATEGORY,
  isOpenTo,
} from '#domain/catalogue/category/category.ts'
import { product } from '#domain/catalogue/product/product.ts'
import { priceAt, service } from '#domain/catalogue/service/service.ts'
import type { TransactionLine } from '#domain/money/transaction/events.ts'
import { type Handler, load } from '#commands/handle.ts'

/** What a hospital asks to bill: a service or a product, and how many. */
export type WantedLine = { readonly itemId: string; readonly quantity: number }
export type PricedLine = Omit<TransactionLine, 'total'>
export type PricingRefusal = 'transaction_item_unknown' | 'transaction_category_of_other_roles'
/** For whom lines are priced: the hospital, and the ids of the roles of whoever bills; and on which Lagos day. */
export type Biller = { readonly coeId: string; readonly roleIds: readonly string[]; readonly day: string }

/** Why somebody may not bill what stands in a category: roles are attached to it, and they hold none of them. */
export function ofOtherRoles(
  { active }: Categories,
  roleIds: readonly string[],
  categoryId: number,
): Refusal<PricingRefusal> | undefined {
  const { name, roles } = active.get(categoryId) ?? { name: '', roles: [] }
  return isOpenTo(roleIds, roles) ? undefined : refuse('transaction_category_of_other_roles', { category: name })
}

/** The server prices every line, as it is on the day: the hospital's own price for a service, else the service's (domain.md, Money). */
export async function priceServices(
  handler: Handler,
  { coeId, roleIds, day }: Biller,
  wanted: readonly WantedLine[],
): Promise<readonly PricedLine[] | Refusal<PricingRefusal>> {
  const categories = await load(handler, category, ALL_CATEGORIES)
  const lines: PricedLine[] = []
  for (const { itemId, quantity } of wanted) {
    const offered = await load(handler, service, itemId)
    if (offered.status !== 'offered') return refuse('transaction_item_unknown', { itemId })
    const categoryId = categories.places.get(itemId) ?? offered.categoryId
    const closed = ofOtherRoles(categories, roleIds, categoryId)
    if (closed !== undefined) return closed
    lines.push({ itemId, name: offered.name, categoryId, quantity, price: priceAt(offered, coeId, day) })
  }
  return lines
}

/** A drug line at the product's price. */
export async function priceProducts(
  handler: Handler,
  roleIds: readonly string[],
  wanted: readonly WantedLine[],
): Promise<readonly PricedLine[] | Refusal<PricingRefusal>> {
  const closed = ofOtherRoles(await load(handler, category, ALL_CATEGORIES), roleIds, DRUG_CATEGORY)
  if (closed !== undefined) return closed
  const lines: PricedLine[] = []
  for (const { itemId, quantity } of wanted) {
    const listed = await load(handler, product, itemId)
    if (listed.status !== 'listed') return refuse('transaction_item_unknown', { itemId })
    const { name, description, manufacturerId, manufacturerName, price } = listed
    lines.push({
      itemId,
      name,
      description,
      manufacturerId,
      manufacturerName,
      categoryId: DRUG_CATEGORY,
      quantity,
      price,
    })
  }
  return lines
}
