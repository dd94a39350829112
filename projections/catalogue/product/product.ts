import { foldedName } from '#domain/kernel/folded-name.ts'
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
  /** Of its name, and of its manufacturer's. */
  name_key: string
  manufacturer_key: string
  /** Of all that it is searched by: name, description and manufacturer. */
  search_key: string
  created_at: string
  /** How often it has changed. */
  revision: number
}

const change = (id: string, changed: Partial<ProductRow>): readonly Change<ProductRow>[] => [
  { key: [id], fold: (row) => (row === undefined ? undefined : { ...row, ...changed, revision: row.revision + 1 }) },
]

type Described = { readonly name: string; readonly description: string; readonly manufacturerName: string }

const described = ({ name, description, manufacturerName }: Described) => ({
  ...{ name, description, manufacturer_name: manufacturerName },
  ...{ name_key: foldedName(name), manufacturer_key: foldedName(manufacturerName) },
  search_key: foldedName(name, description, manufacturerName),
})

/** Serves the choice of drugs in billing, and the products screens. */
export const product: ReadModel<ProductRow, 'product'> = {
  name: 'product',
  revision: 4,
  temporal: true,
  columns: {
    id: 'text not null',
    name: 'text not null',
    description: 'text not null',
    manufacturer_id: 'text not null',
    manufacturer_name: 'text not null',
    price: 'bigint not null',
    name_key: 'text collate "C" not null',
    manufacturer_key: 'text collate "C" not null',
    search_key: 'text collate "C" not null',
    is_listed: 'boolean not null',
    created_at: 'timestamptz not null',
    revision: 'integer not null',
  },
  key: ['id'],
  bounded: { revision: 'One for each change of the drug' },
  indexes: ['(name_key, id)', '(price, id)', '(manufacturer_key, id)'],
  on: handlers<ProductRow, ProductEvent>({
    ProductListed: ({ event: { data } }) => {
      const { productId: id, name, description, price, at: created_at } = data
      const { manufacturerId: manufacturer_id } = data
      const row = {
        id,
        manufacturer_id,
        ...described({ name, description, manufacturerName: data.manufacturerName }),
        price,
        is_listed: true,
        created_at,
        revision: 1,
      }
      return [{ key: [id], fold: () => row }]
    },
    ProductDescribed: ({ event: { data } }) =>
      change(data.productId, {
        ...described(data),
        manufacturer_id: data.manufacturerId,
      }),
    ProductPriceChanged: ({ event: { data } }) => change(data.productId, { price: data.price }),
    ProductDelisted: ({ event: { data } }) => change(data.productId, { is_listed: false }),
  }),
}
