import { type Command, type Decider, type Decision, type Refusal, refuse } from '#domain/kernel/decider.ts'
import { type Kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import { same } from '#domain/kernel/same.ts'
import type { ProductEvent, ProductFacts } from './events.ts'

type Id = { readonly productId: string }
export type ProductCommand =
  | Command<'ListProduct', Id & Readonly<ProductFacts> & { readonly price: Kobo }>
  /** `revision` is the one at which whoever edits has read it; left out, whatever has changed since. */
  | Command<
      'EditProduct',
      Id & Readonly<ProductFacts> & { readonly price: Kobo; readonly revision?: number | undefined }
    >
  | Command<'ChangeProductPrice', Id & { readonly price: Kobo }>
  | Command<'DelistProduct', Id>

export type ProductRefusal =
  | 'product_unknown'
  | 'product_already_listed'
  | 'product_delisted'
  | 'product_changed'
  | 'product_price_not_positive'
  | 'product_price_too_large'

/** `price` in kobo, for one; `revision` counts what happened to it. */
export type Product =
  | { readonly status: 'none' }
  | (Readonly<ProductFacts> & {
      readonly status: 'listed' | 'delisted'
      readonly price: Kobo
      readonly revision: number
    })

function decide(command: ProductCommand, product: Product): Decision<ProductEvent, ProductRefusal> {
  const stamp = { by: command.by, at: command.at }
  if (command.type === 'ListProduct') {
    const { price } = command.data
    if (product.status === 'delisted') return refuse('product_delisted')
    if (product.status === 'listed') {
      const isKnown = same(factsIn(product), factsIn(command.data)) && product.price === price
      return isKnown ? [] : refuse('product_already_listed')
    }
    return checkPrice(price) ?? [{ type: 'ProductListed', data: { ...command.data, ...stamp } }]
  }
  if (product.status === 'none') return refuse('product_unknown')
  switch (command.type) {
    case 'EditProduct': {
      if (product.status === 'delisted') return refuse('product_delisted')
      return edit(command.data, product, stamp)
    }
    case 'ChangeProductPrice': {
      const { price } = command.data
      if (product.status === 'delisted') return refuse('product_delisted')
      if (product.price === price) return []
      return checkPrice(price) ?? [{ type: 'ProductPriceChanged', data: { ...command.data, ...stamp } }]
    }
    case 'DelistProduct':
      return product.status === 'delisted' ? [] : [{ type: 'ProductDelisted', data: { ...command.data, ...stamp } }]
  }
}

/** What is said anew, each as what it is; nothing of what stays. */
function edit(
  { productId, revision, price, ...facts }: Extract<ProductCommand, { readonly type: 'EditProduct' }>['data'],
  product: Exclude<Product, { readonly status: 'none' }>,
  stamp: { readonly by: string; readonly at: string },
): Decision<ProductEvent, ProductRefusal> {
  if (revision !== undefined && revision !== product.revision) return refuse('product_changed')
  const about = { productId, ...stamp }
  const said = factsIn(facts)
  return (
    checkPrice(price) ?? [
      ...(same(factsIn(product), said) ? [] : [{ type: 'ProductDescribed' as const, data: { ...about, ...said } }]),
      ...(price === product.price ? [] : [{ type: 'ProductPriceChanged' as const, data: { ...about, price } }]),
    ]
  )
}

function checkPrice(price: Kobo): Refusal<ProductRefusal> | undefined {
  if (price <= 0) return refuse('product_price_not_positive')
  return price > MAX_AMOUNT ? refuse('product_price_too_large') : undefined
}

function evolve(product: Product, { type, data }: ProductEvent): Product {
  if (type === 'ProductListed') return { status: 'listed', ...factsIn(data), price: data.price, revision: 1 }
  if (product.status === 'none') return product
  const gone = { ...product, revision: product.revision + 1 }
  switch (type) {
    case 'ProductDescribed':
      return { ...gone, ...factsIn(data) }
    case 'ProductPriceChanged':
      return { ...gone, price: data.price }
    case 'ProductDelisted':
      return { ...gone, status: 'delisted' }
  }
}

function factsIn({ name, description, manufacturerId, manufacturerName }: ProductFacts): ProductFacts {
  return { name, description, manufacturerId, manufacturerName }
}

/** Stream `product-{id}`. */
export const product: Decider<Product, ProductCommand, ProductEvent, ProductRefusal> = {
  category: 'product',
  initial: () => ({ status: 'none' }),
  decide,
  evolve,
}
