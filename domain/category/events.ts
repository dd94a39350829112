import { z } from 'zod'
import type { EventsOf } from '../kernel/event-table.ts'

const category = z.object({
  categoryId: z.int().positive(),
  name: z.string(),
  code: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
})

/** Stream `category-{id}`: a category of services. Ids are whole numbers, as the spec has them. */
export const categoryEvents = { CategoryAdded: category, CategoryRenamed: category }
export type CategoryEvent = EventsOf<typeof categoryEvents>
