import { z } from 'zod'
import { HistoryEntry } from '#api/contracts/history.ts'
import { Key } from '#api/contracts/input.ts'
import { NamedRole } from '#api/people/contracts/role.ts'
import { rowOf } from '#api/contracts/row.ts'
import { CATEGORY_FIELDS } from '#projections/catalogue/service-category/fields.ts'
import { text } from '#domain/kernel/text.ts'

/** A category on the list of those who administer them. */
export const CategoryView = rowOf(CATEGORY_FIELDS)
export type CategoryView = z.infer<typeof CategoryView>

export const CategoryListFilter = z.object({
  search: text(200).trim().optional().describe('Part of a name or a code'),
  role: Key.optional().describe('The id of a role: only the categories to which it is attached'),
})

/** GET /api/service_categories/{id}: one category, also a deleted one, with the names of its services and its roles. */
export const CategoryDetail = z.object({
  data: z.object({
    id: z.int(),
    category_name: z.string(),
    category_code: z.string(),
    is_deleted: z.boolean(),
    services: z.array(z.string()),
    roles: z.array(NamedRole),
    history: z.array(HistoryEntry),
  }),
})
export type CategoryDetail = z.infer<typeof CategoryDetail>['data']
