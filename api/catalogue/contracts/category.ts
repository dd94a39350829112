import { z } from 'zod'
import { HistoryEntry } from '#api/contracts/history.ts'
import { rowOf } from '#api/contracts/row.ts'
import { CATEGORY_FIELDS } from '#projections/catalogue/service-category/fields.ts'
import { text } from '#domain/kernel/text.ts'

/** A category on the list of those who administer them. */
export const CategoryView = rowOf(CATEGORY_FIELDS)
export type CategoryView = z.infer<typeof CategoryView>

export const CategoryListFilter = z.object({
  search: text(200).trim().optional().describe('Part of a name or a code'),
})

/** GET /api/service_categories/{id}: one category, also a deleted one, with the names of its services. */
export const CategoryDetail = z.object({
  data: z.object({
    id: z.int(),
    category_name: z.string(),
    category_code: z.string(),
    is_deleted: z.boolean(),
    services: z.array(z.string()),
    history: z.array(HistoryEntry),
  }),
})
export type CategoryDetail = z.infer<typeof CategoryDetail>['data']
