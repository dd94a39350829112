import { foldedName } from '#domain/kernel/folded-name.ts'
import type { CategoryEvent } from '#domain/catalogue/category/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** A category of services; drugs have id 4. */
export type ServiceCategoryRow = {
  id: number
  name: string
  name_key: string
  code: string
  /** How many services on offer are in it. */
  services: number
  /** Old bills name it still; nobody is offered it. */
  is_deleted: boolean
  /** The ids of the roles that are attached to it; whoever holds one sees and bills it, and everybody while there is none. */
  role_ids: readonly string[]
  /** Who added it. */
  by: string
  created_at: string
}

const change = (id: number, fold: (row: ServiceCategoryRow) => ServiceCategoryRow) => {
  const changed: Change<ServiceCategoryRow> = { key: [id], fold: (row) => (row === undefined ? undefined : fold(row)) }
  return [changed]
}

const named = (name: string) => ({ name, name_key: foldedName(name) })
const without = (list: readonly string[], item: string) => list.filter((other) => other !== item)

/** Serves the list of categories, now and as of, and their choice in billing and on the services screens. */
export const serviceCategory: ReadModel<ServiceCategoryRow, 'service_category'> = {
  name: 'service_category',
  revision: 7,
  temporal: true,
  columns: {
    id: 'integer not null',
    name: 'text not null',
    name_key: 'text collate "C" not null',
    code: 'text not null',
    services: 'integer not null',
    is_deleted: 'boolean not null',
    role_ids: 'text[] not null',
    by: 'text not null',
    created_at: 'timestamptz not null',
  },
  key: ['id'],
  bounded: { services: 'One for each service' },
  indexes: ['(name_key, id)', '(code, id)'],
  on: handlers<ServiceCategoryRow, CategoryEvent>({
    CategoryAdded: ({ event: { data } }) => {
      const { categoryId: id, name, code, by, at: created_at } = data
      return [
        {
          key: [id],
          fold: () => ({ id, ...named(name), code, services: 0, is_deleted: false, role_ids: [], by, created_at }),
        },
      ]
    },
    CategoryRenamed: ({ event: { data } }) => {
      const { categoryId, name, code } = data
      return change(categoryId, (row) => ({ ...row, ...named(name), code }))
    },
    CategoryDeleted: ({ event: { data } }) => change(data.categoryId, (row) => ({ ...row, is_deleted: true })),
    ServicePlacedInCategory: ({ event: { data } }) =>
      change(data.categoryId, (row) => ({ ...row, services: row.services + 1 })),
    ServiceMovedToCategory: ({ event: { data } }) => [
      ...change(data.from, (row) => ({ ...row, services: row.services - 1 })),
      ...change(data.categoryId, (row) => ({ ...row, services: row.services + 1 })),
    ],
    ServiceStruckOff: ({ event: { data } }) =>
      change(data.categoryId, (row) => ({ ...row, services: row.services - 1 })),
    RoleAttachedToCategory: ({ event: { data } }) =>
      change(data.categoryId, (row) => ({ ...row, role_ids: [...without(row.role_ids, data.roleId), data.roleId] })),
    RoleDetachedFromCategory: ({ event: { data } }) =>
      change(data.categoryId, (row) => ({ ...row, role_ids: without(row.role_ids, data.roleId) })),
  }),
}
