import { foldedName } from '#domain/kernel/folded-name.ts'
import type { CategoryEvent } from '#domain/catalogue/category/events.ts'
import type { ServiceEvent } from '#domain/catalogue/service/events.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** A service; what it costs stands apart. */
export type ServiceRow = {
  id: string
  code: string
  name: string
  name_key: string
  category_id: number
  parent_id: string | null
  /** A deleted one cannot be billed. */
  is_offered: boolean
  created_at: string
}

/**
 * What a service costs from the first moment of a Lagos day on, until the next such row of the same service and hospital;
 * days to come are planned. Where a hospital has no price of its own the service's holds.
 */
export type ServicePriceRow = {
  service_id: string
  /** The hospital whose own price it is; '' is the service's. */
  coe_id: string
  /** YYYY-MM-DD. */
  from_day: string
  /** Kobo; null where the hospital's own was taken away. */
  price: number | null
}

const change = (id: string, changed: Partial<ServiceRow>): readonly Change<ServiceRow>[] => [
  { key: [id], fold: (row) => (row === undefined ? undefined : { ...row, ...changed }) },
]

const named = (name: string) => ({ name, name_key: foldedName(name) })

/** Serves billing and the services screens. */
export const service: ReadModel<ServiceRow, 'service'> = {
  name: 'service',
  revision: 7,
  temporal: true,
  columns: {
    id: 'text not null',
    code: 'text not null',
    name: 'text not null',
    name_key: 'text collate "C" not null',
    category_id: 'integer not null',
    parent_id: 'text',
    is_offered: 'boolean not null',
    created_at: 'timestamptz not null',
  },
  key: ['id'],
  indexes: ['(category_id, name_key, id)', '(name_key, id)', '(code, id)'],
  on: handlers<ServiceRow, ServiceEvent | CategoryEvent>({
    ServiceAdded: ({ event: { data } }) => {
      const { serviceId: id, code, name, categoryId: category_id, at: created_at } = data
      const parent_id = data.parentId ?? null
      const row = { id, code, ...named(name), category_id, parent_id, is_offered: true, created_at }
      return [{ key: [id], fold: () => row }]
    },
    ServiceRenamed: ({ event: { data } }) => change(data.serviceId, named(data.name)),
    ServiceDeleted: ({ event: { data } }) => change(data.serviceId, { is_offered: false }),
    ServiceFiled: ({ event: { data } }) =>
      change(data.serviceId, { code: data.code, parent_id: data.parentId ?? null }),
    ServiceMovedToCategory: ({ event: { data } }) => change(data.serviceId, { category_id: data.categoryId }),
  }),
}

type Said = { readonly serviceId: string; readonly at: string }

/** From the day on which it was said. */
const fromNow = ({ serviceId, at }: Said, coe_id: string, price: number | null) =>
  priced({ service_id: serviceId, coe_id, from_day: lagosDay(at), price })

const priced = (row: ServicePriceRow): readonly Change<ServicePriceRow>[] => [
  { key: [row.service_id, row.coe_id, row.from_day], fold: () => row },
]

/** Serves the prices of services, of every day: whoever shows them says of which (prices-on.ts). */
export const servicePrice: ReadModel<ServicePriceRow, 'service_price'> = {
  name: 'service_price',
  revision: 3,
  temporal: true,
  columns: { service_id: 'text not null', coe_id: 'text not null', from_day: 'text not null', price: 'bigint' },
  key: ['service_id', 'coe_id', 'from_day'],
  on: handlers<ServicePriceRow, ServiceEvent>({
    ServiceAdded: ({ event: { data } }) => fromNow(data, '', data.price),
    ServicePriceChanged: ({ event: { data } }) => fromNow(data, '', data.price),
    ServicePricedAtCoe: ({ event: { data } }) => fromNow(data, data.coeId, data.price),
    ServiceWithdrawnFromCoe: ({ event: { data } }) => fromNow(data, data.coeId, null),
    ServicePricePlanned: ({ event: { data } }) =>
      priced({ service_id: data.serviceId, coe_id: data.coeId ?? '', from_day: data.from, price: data.price }),
    ServicePlannedPriceWithdrawn: ({ event: { data } }) => [
      { key: [data.serviceId, data.coeId ?? '', data.from], fold: () => undefined },
    ],
  }),
}
