import type { CategoryEvent } from '#domain/catalogue/category/events.ts'
import type { ServiceEvent } from '#domain/catalogue/service/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** A service with its base price, kobo. */
export type ServiceRow = {
  id: string
  code: string
  name: string
  price: number
  category_id: number
  parent_id: string | null
  /** A deleted one cannot be billed. */
  is_offered: boolean
  created_at: string
}

/** A hospital's own price for a service, kobo; where there is none the service's price holds. */
export type ServicePriceRow = { service_id: string; coe_id: string; price: number }

const change = (id: string, changed: Partial<ServiceRow>): readonly Change<ServiceRow>[] => [
  { key: [id], fold: (row) => (row === undefined ? undefined : { ...row, ...changed }) },
]

/** Serves billing and the services screens. */
export const service: ReadModel<ServiceRow, 'service'> = {
  name: 'service',
  revision: 5,
  temporal: true,
  columns: {
    id: 'text not null',
    code: 'text not null',
    name: 'text not null',
    price: 'bigint not null',
    category_id: 'integer not null',
    parent_id: 'text',
    is_offered: 'boolean not null',
    created_at: 'timestamptz not null',
  },
  key: ['id'],
  indexes: ['(category_id, name, id)', '(name, id)', '(code, id)', '(price, id)'],
  on: handlers<ServiceRow, ServiceEvent | CategoryEvent>({
    ServiceAdded: ({ event: { data } }) => {
      const { serviceId: id, code, name, price, categoryId: category_id, at: created_at } = data
      const parent_id = data.parentId ?? null
      const row = { id, code, name, price, category_id, parent_id, is_offered: true, created_at }
      return [{ key: [id], fold: () => row }]
    },
    ServiceRenamed: ({ event: { data } }) => change(data.serviceId, { name: data.name }),
    ServicePriceChanged: ({ event: { data } }) => change(data.serviceId, { price: data.price }),
    ServiceDeleted: ({ event: { data } }) => change(data.serviceId, { is_offered: false }),
    ServiceFiled: ({ event: { data } }) =>
      change(data.serviceId, { code: data.code, parent_id: data.parentId ?? null }),
    ServiceMovedToCategory: ({ event: { data } }) => change(data.serviceId, { category_id: data.categoryId }),
  }),
}

/** Serves the price of a service at a hospital. */
export const servicePrice: ReadModel<ServicePriceRow, 'service_price'> = {
  name: 'service_price',
  revision: 2,
  temporal: true,
  columns: { service_id: 'text not null', coe_id: 'text not null', price: 'bigint not null' },
  key: ['service_id', 'coe_id'],
  on: handlers<ServicePriceRow, ServiceEvent>({
    ServicePricedAtCoe: ({ event: { data } }) => {
      const { serviceId: service_id, coeId: coe_id, price } = data
      return [{ key: [service_id, coe_id], fold: () => ({ service_id, coe_id, price }) }]
    },
    ServiceWithdrawnFromCoe: ({ event: { data } }) => [{ key: [data.serviceId, data.coeId], fold: () => undefined }],
  }),
}
