import type { CategoryEvent } from '#domain/catalogue/category/events.ts'
import { handlers, type ReadModel } from '#projections/read-model.ts'

/** A category of services; drugs have id 4. */
export type ServiceCategoryRow = { id: number; name: string; code: string; created_at: string }

/** Serves the choice of categories in billing and on the services screens. */
export const serviceCategory: ReadModel<ServiceCategoryRow, 'service_category'> = {
  name: 'service_category',
  revision: 2,
  temporal: true,
  columns: { id: 'integer not null', name: 'text not null', code: 'text not null', created_at: 'timestamptz not null' },
  key: ['id'],
  on: handlers<ServiceCategoryRow, CategoryEvent>({
    CategoryAdded: ({ event: { data } }) => {
      const { categoryId: id, name, code, at: created_at } = data
      return [{ key: [id], fold: () => ({ id, name, code, created_at }) }]
    },
    CategoryRenamed: ({ event: { data } }) => {
      const { categoryId, name, code } = data
      return [{ key: [categoryId], fold: (row) => (row === undefined ? undefined : { ...row, name, code }) }]
    },
  }),
}
