import { type Refusal, refuse } from '#domain/kernel/decider.ts'
import { DRUG_CATEGORY } from '#domain/catalogue/category/category.ts'
import { product } from '#domain/catalogue/product/product.ts'
import { priceAt, service } from '#domain/catalogue/service/service.ts'
import type { TransactionLine } from '#domain/money/transaction/events.ts'
import { type Handler, load } from '#commands/handle.ts'

/** What a hospital asks to bill: a service or a product, and how many. */
export type WantedLine = { readonly itemId: string; readonly quantity: number }
export type PricedLine = Omit<TransactionLine, 'total'>
export type PricingRefusal = 'transaction_item_unknown'

/** The server prices every line: the hospital's own price for a service, else the service's (domain.md, Money). */
export async function priceServices(
  handler: Handler,
  coeId: string,
  wanted: readonly WantedLine[],
): Promise<readonly PricedLine[] | Refusal<PricingRefusal>> {
  const lines: PricedLine[] = []
  for (const { itemId, quantity } of wanted) {
    const offered = await load(handler, service, itemId)
    if (offered.status === 'none') return refuse('transaction_item_unknown', { itemId })
    const { name, categoryId } = offered
    lines.push({ itemId, name, categoryId, quantity, price: priceAt(offered, coeId) })
  }
  return lines
}

/** A drug line at the product's price. */
export async function priceProducts(
  handler: Handler,
  wanted: readonly WantedLine[],
): Promise<readonly PricedLine[] | Refusal<PricingRefusal>> {
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
