import { type ProductEvent, productEvents, type ProductFacts } from '#domain/catalogue/product/events.ts'
import { product, type Product } from '#domain/catalogue/product/product.ts'
import { formatNaira } from '#domain/kernel/money.ts'
import type { AppContext } from '#api/context.ts'
import { pastOf } from '#api/catalogue/past-of.ts'

/** All that became of a drug, newest first, each change from which value to which; and what it has become by that. */
export const pastOfProduct = (context: AppContext, id: string) =>
  pastOf(context, { decider: product, events: productEvents, id }, (event, before) => ({
    what: inWords(event, before),
    why: null,
  }))

function inWords({ type, data }: ProductEvent, state: Product): string {
  const before = state.status === 'none' ? undefined : state
  switch (type) {
    case 'ProductListed':
      return `Added as ${data.name}, by ${data.manufacturerName}, at NGN ${formatNaira(data.price)}`
    case 'ProductDescribed':
      return `Changed: ${changesOf(before, data)}`
    case 'ProductPriceChanged':
      return `Price changed from ${before === undefined ? 'none' : `NGN ${formatNaira(before.price)}`} to NGN ${formatNaira(data.price)}`
    case 'ProductDelisted':
      return 'Taken off the list'
  }
}

const FACTS = { name: 'name', description: 'description', manufacturerName: 'manufacturer' } as const

const changesOf = (before: ProductFacts | undefined, after: ProductFacts): string =>
  (['name', 'description', 'manufacturerName'] as const)
    .filter((fact) => before?.[fact] !== after[fact])
    .map((fact) => `${FACTS[fact]} from ${quoted(before?.[fact])} to ${quoted(after[fact])}`)
    .join('; ')

const quoted = (text: string | undefined) => (text === undefined || text === '' ? 'none' : `“${text}”`)
