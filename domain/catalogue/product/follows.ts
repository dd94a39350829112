import { type Asked, follows } from '#domain/kernel/follows.ts'
import { ZERO } from '#domain/kernel/money.ts'
import type { ProductEvent } from './events.ts'
import { product, type Product, type ProductCommand } from './product.ts'

/** An edit says each thing that it changes as what it is: of each alone, the rest is taken to stay. */
function asked({ type, data }: ProductEvent, state: Product): Asked<ProductCommand> {
  switch (type) {
    case 'ProductListed':
      return { type: 'ListProduct', data }
    case 'ProductDescribed':
      return { type: 'EditProduct', data: { ...data, price: state.status === 'none' ? ZERO : state.price } }
    case 'ProductPriceChanged':
      return { type: 'ChangeProductPrice', data }
    case 'ProductDelisted':
      return { type: 'DelistProduct', data }
  }
}

export const productFollows = follows(product, asked, { named: ({ productId }) => productId })
