import type { ReadModelName } from '#projections/read-models.ts'

/** What people call that which a read model of hospitals and what they offer shows. */
export const catalogueShows = {
  coe: 'hospitals',
  product: 'drugs',
  product_stock: 'stock of drugs',
  service: 'services',
  service_category: 'service categories',
  service_price: 'prices of services',
}

/** What a change of a category changes on the screens. */
export const SHOWS_CATEGORIES = ['service_category'] as const satisfies readonly ReadModelName[]

/** What a change of a hospital changes there. */
export const SHOWS_COES = ['coe'] as const satisfies readonly ReadModelName[]

/** What a change of a drug changes there. */
export const SHOWS_PRODUCTS = ['product'] as const satisfies readonly ReadModelName[]

/** What a change of its stock changes there. */
export const SHOWS_STOCK = ['product_stock'] as const satisfies readonly ReadModelName[]

/** What a change of a service changes there. */
export const SHOWS_SERVICES = ['service', 'service_category'] as const satisfies readonly ReadModelName[]

/** What an imported price list changes there. */
export const SHOWS_IMPORTED = [
  'service',
  'service_category',
  'service_price',
] as const satisfies readonly ReadModelName[]

/** What a change of a hospital's own price changes there. */
export const SHOWS_PRICES = ['service_price'] as const satisfies readonly ReadModelName[]
