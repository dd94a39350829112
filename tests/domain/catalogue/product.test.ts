import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import type { ProductEvent } from '#domain/catalogue/product/events.ts'
import { product, type ProductCommand } from '#domain/catalogue/product/product.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, leftOut, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const productId = 'product-1'
const facts = {
  productId,
  name: 'Tamoxifen 20 mg tablet',
  description: 'Hormone therapy',
  manufacturerId: 'maker-1',
  manufacturerName: 'Fidson Healthcare',
}
const stamp = { by: 'user-1', at: AT }
const list = (price = 350_00, name = facts.name) => command('ListProduct', { ...facts, name, price: kobo(price) })
const listed: ProductEvent = { type: 'ProductListed', data: { ...facts, price: kobo(350_00), ...stamp } }
const delisted: ProductEvent = { type: 'ProductDelisted', data: { productId, ...stamp } }
const reprice = (price: number) => command('ChangeProductPrice', { productId, price: kobo(price) })

test('a drug is listed once', () => {
  given(product).when(list()).then(listed)
  given(product, listed).when(list()).thenNothing()
  given(product, listed).when(list(1)).thenRefused('product_already_listed')
})

test('a price is above zero and within what one bill can hold', () => {
  given(product).when(list(0)).thenRefused('product_price_not_positive')
  given(product, listed)
    .when(reprice(MAX_AMOUNT + 1))
    .thenRefused('product_price_too_large')
})

test('the price of a drug changes while it is listed', () => {
  given(product, listed)
    .when(reprice(400_00))
    .then({ type: 'ProductPriceChanged', data: { productId, price: kobo(400_00), ...stamp } })
  given(product, listed).when(reprice(350_00)).thenNothing()
  given(product, listed, delisted).when(reprice(400_00)).thenRefused('product_delisted')
  given(product).when(reprice(400_00)).thenRefused('product_unknown')
})

const edit = (over: { price?: number; name?: string; revision?: number } = {}) =>
  command('EditProduct', { ...facts, ...over, price: kobo(over.price ?? 350_00) })
const renamed: ProductEvent = {
  type: 'ProductDescribed',
  data: { ...facts, name: 'Tamoxifen 10 mg tablet', ...stamp },
}

test('an edit says what is anew, each as what it is', () => {
  given(product, listed)
    .when(edit({ name: 'Tamoxifen 10 mg tablet', price: 400_00 }))
    .then(renamed, { type: 'ProductPriceChanged', data: { productId, price: kobo(400_00), ...stamp } })
  given(product, listed)
    .when(edit({ name: 'Tamoxifen 10 mg tablet' }))
    .then(renamed)
  given(product, listed).when(edit()).thenNothing()
  given(product, listed)
    .when(edit({ name: 'Another', price: 0 }))
    .thenRefused('product_price_not_positive')
  given(product, listed, delisted).when(edit()).thenRefused('product_delisted')
  given(product).when(edit()).thenRefused('product_unknown')
})

test('of two who edit what they have read, the later is told', () => {
  given(product, listed)
    .when(edit({ name: 'Tamoxifen 10 mg tablet', revision: 1 }))
    .then(renamed)
  given(product, listed, renamed)
    .when(edit({ price: 400_00, revision: 1 }))
    .thenRefused('product_changed')
  given(product, listed, renamed)
    .when(edit({ name: 'Tamoxifen 10 mg tablet', price: 400_00, revision: 2 }))
    .then({ type: 'ProductPriceChanged', data: { productId, price: kobo(400_00), ...stamp } })
})

test('a delisted drug stays delisted', () => {
  given(product, listed).when(command('DelistProduct', { productId })).then(delisted)
  given(product, listed, delisted).when(command('DelistProduct', { productId })).thenNothing()
  given(product, listed, delisted).when(list()).thenRefused('product_delisted')
})

const price = fc.integer({ min: -1, max: 3 })
const anyCommand: fc.Arbitrary<ProductCommand> = fc.oneof(
  price.map((one) => list(one)),
  price.map(reprice),
  fc.tuple(price, fc.constantFrom('Tamoxifen', facts.name)).map(([one, name]) => edit({ price: one, name })),
  fc.constant(null).map(() => command('DelistProduct', { productId })),
)
describeDeciderProperties(product, anyCommand, (state, history) => {
  if (state.status === 'none') return expect(history).toEqual([])
  expect(state.price).toBeGreaterThan(0)
  if (history.some(({ type }) => type === 'ProductDelisted')) expect(history.at(-1)?.type).toBe('ProductDelisted')
})

describeFollows(
  product,
  runsOf(anyCommand),
  {
    'an event of another product': inAnotherStream,
    'a price of nothing': changed(({ data }) => ('price' in data ? { price: 0 } : undefined)),
    'anything before it is listed': (history, at) => (at === 0 ? leftOut(history, at) : undefined),
    'anything after it is delisted': (history, at) => {
      const [last, before] = [history[at], history[at - 1]]
      if (last?.event.type !== 'ProductDelisted' || before === undefined) return undefined
      return before.event.type !== 'ProductListed' ? [...history.slice(0, at - 1), last, before] : undefined
    },
  },
  productId,
)
