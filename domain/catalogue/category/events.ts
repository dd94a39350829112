import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { type EventsOf, withFacts } from '#domain/kernel/event-table.ts'
import { Kobo } from '#domain/kernel/money.ts'
import { Id, line } from '#domain/kernel/text.ts'
import { MAX_COUNT, wholeNumber } from '#domain/kernel/whole-number.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/** Ids are small whole numbers, as the spec has them. */
const stamp = z.object({ categoryId: wholeNumber(1, MAX_COUNT), by: Id, at: Instant })
const named = stamp.extend({ name: line(200), code: line(20) })

/** Stream `category-all`: the categories of services of an installation. */
export const categoryEvents = {
  /** `request` is the command that asked for it: who asks again is told the same id. */
  CategoryAdded: withFacts(named.extend({ request: Id }), {
    // 1 to 2: ids were chosen by whoever asked, so that the id tells the request.
    upcasters: [(data) => ({ ...data, request: `category:${String(data['categoryId'])}` })],
  }),
  CategoryRenamed: named,
  CategoryDeleted: stamp,
  /** A service is, or is about to be, offered in it. */
  ServicePlacedInCategory: stamp.extend({
    serviceId: Id,
    /** What is about to be added here, as it was asked for: whoever finds it not added adds it. The price in kobo. */
    adding: z.object({ name: line(200), code: line(20), price: Kobo, parentId: Id.optional() }).optional(),
  }),
  /** To `categoryId`, out of `from`. */
  ServiceMovedToCategory: stamp.extend({ serviceId: Id, from: stamp.shape.categoryId }),
  /** What all services must know of one: no two offered ones have one code, and none stands under one below itself. */
  ServiceFiled: stamp.extend({ serviceId: Id, code: line(20), parentId: Id.optional() }),
  /** It is about to be deleted: its code is free, and nothing is said of it any more; it keeps its place. */
  ServiceStruckOff: stamp.extend({ serviceId: Id }),
  /** Who holds a role that is attached sees and bills what stands in it; while none is, all who bill do. */
  RoleAttachedToCategory: stamp.extend({ roleId: Id }),
  RoleDetachedFromCategory: stamp.extend({ roleId: Id }),
}
export type CategoryEvent = EventsOf<typeof categoryEvents>

export const categoryRights: Rights<CategoryEvent> = {
  CategoryAdded: { permission: ['CREATE_CATEGORY'], system: 'always' },
  CategoryRenamed: { permission: ['EDIT_CATEGORY'] },
  CategoryDeleted: { permission: ['DELETE_CATEGORY'] },
  ServicePlacedInCategory: { permission: ['CREATE_SERVICE'], system: 'always', follows: ['PriceImportRequested'] },
  ServiceMovedToCategory: { permission: ['EDIT_SERVICE'] },
  ServiceFiled: { permission: ['CREATE_SERVICE', 'EDIT_SERVICE'], system: 'always', follows: ['PriceImportRequested'] },
  ServiceStruckOff: { permission: ['DELETE_SERVICE'] },
  // The portal attaches those of the demo.
  RoleAttachedToCategory: { permission: ['ATTACH_ROLE_CATEGORY'], system: 'always' },
  RoleDetachedFromCategory: { permission: ['ATTACH_ROLE_CATEGORY'] },
}
