import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Id, text } from '#domain/kernel/text.ts'
import { MAX_COUNT, wholeNumber } from '#domain/kernel/whole-number.ts'

const category = z.object({
  categoryId: wholeNumber(1, MAX_COUNT),
  name: text(200),
  code: text(20),
  by: Id,
  at: Instant,
})

/** Stream `category-{id}`: a category of services. Ids are whole numbers, as the spec has them. */
export const categoryEvents = { CategoryAdded: category, CategoryRenamed: category }
export type CategoryEvent = EventsOf<typeof categoryEvents>
