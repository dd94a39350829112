import type { CategoryEvent } from '#domain/catalogue/category/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** A category of services; drugs have id 4. */
export type ServiceCategoryRow = {
  id: number
  name: string
  code: string
  /** How many services stand in it. */
  services: number
  /** Who added it. */
  by: string
  created_at: string
}

const change = (id: number, fold: (row: ServiceCategoryRow) => ServiceCategoryRow | undefined) => {
  const changed: Change<ServiceCategoryRow> = { key: [id], fold: (row) => (row === undefined ? undefined : fold(row)) }
  return [changed]
}

/** Serves the list of categories, now and as of, and their choice in billing and on the services screens. */
export const serviceCategory: ReadModel<ServiceCategoryRow, 'service_category'> = {
  name: 'service_category',
  revision: 3,
  temporal: true,
  columns: {
    id: 'integer not null',
    name: 'text not null',
    code: 'text not null',
    services: 'integer not null',
    by: 'text not null',
    created_at: 'timestamptz not null',
  },
  key: ['id'],
  bounded: { services: 'One for each service' },
  indexes: ['(name, id)', '(code, id)'],
  on: handlers<ServiceCategoryRow, CategoryEvent>({
    CategoryAdded: ({ event: { data } }) => {
      const { categoryId: id, name, code, by, at: created_at } = data
      return [{ key: [id], fold: () => ({ id, name, code, services: 0, by, created_at }) }]
    },
    CategoryRenamed: ({ event: { data } }) => {
      const { categoryId, name, code } = data
      return change(categoryId, (row) => ({ ...row, name, code }))
    },
    CategoryDeleted: ({ event: { data } }) => change(data.categoryId, () => undefined),
    ServicePlacedInCategory: ({ event: { data } }) =>
      change(data.categoryId, (row) => ({ ...row, services: row.services + 1 })),
  }),
}
