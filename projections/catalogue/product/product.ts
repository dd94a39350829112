import type { ProductEvent } from '#domain/catalogue/product/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** A drug of the local catalogue; price in kobo, for one. */
export type ProductRow = {
  id: string
  name: string
  description: string
  manufacturer_id: string
  manufacturer_name: string
  price: number
  /** A delisted drug cannot be billed. */
  is_listed: boolean
  created_at: string
  /** How often it has changed. */
  revision: number
}

const change = (id: string, changed: Partial<ProductRow>): readonly Change<ProductRow>[] => [
  { key: [id], fold: (row) => (row === undefined ? undefined : { ...row, ...changed, revision: row.revision + 1 }) },
]

/** Serves the choice of drugs in billing, and the products screens. */
export const product: ReadModel<ProductRow, 'product'> = {
  name: 'product',
  revision: 3,
  temporal: true,
  columns: {
    id: 'text not null',
    name: 'text not null',
    description: 'text not null',
    manufacturer_id: 'text not null',
    manufacturer_name: 'text not null',
    price: 'bigint not null',
    is_listed: 'boolean not null',
    created_at: 'timestamptz not null',
    revision: 'integer not null',
  },
  key: ['id'],
  bounded: { revision: 'One for each change of the drug' },
  indexes: ['(name, id)', '(price, id)', '(manufacturer_name, id)'],
  on: handlers<ProductRow, ProductEvent>({
    ProductListed: ({ event: { data } }) => {
      const { productId: id, name, description, price, at: created_at } = data
      const { manufacturerId: manufacturer_id, manufacturerName: manufacturer_name } = data
      const row = {
        id,
        name,
        description,
        manufacturer_id,
        manufacturer_name,
        price,
        is_listed: true,
        created_at,
        revision: 1,
      }
      return [{ key: [id], fold: () => row }]
    },
    ProductDescribed: ({ event: { data } }) =>
      change(data.productId, {
        ...{ name: data.name, description: data.description },
        ...{ manufacturer_id: data.manufacturerId, manufacturer_name: data.manufacturerName },
      }),
    ProductPriceChanged: ({ event: { data } }) => change(data.productId, { price: data.price }),
    ProductDelisted: ({ event: { data } }) => change(data.productId, { is_listed: false }),
  }),
}
