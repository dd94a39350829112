import { type Asked, follows } from '#domain/kernel/follows.ts'
import type { ProductEvent } from './events.ts'
import { product, type ProductCommand } from './product.ts'

function asked({ type, data }: ProductEvent): Asked<ProductCommand> {
  switch (type) {
    case 'ProductListed':
      return { type: 'ListProduct', data }
    case 'ProductPriceChanged':
      return { type: 'ChangeProductPrice', data }
    case 'ProductDelisted':
      return { type: 'DelistProduct', data }
  }
}

export const productFollows = follows(product, asked, { named: ({ productId }) => productId })
