import { type Asked, follows } from '#domain/kernel/follows.ts'
import { ALL_CATEGORIES, category, type CategoryCommand } from './category.ts'
import type { CategoryEvent } from './events.ts'

/** A service is placed, or moved, and filed in one answer: each is asked for alone. */
function asked({ type, data }: CategoryEvent): Asked<CategoryCommand> {
  switch (type) {
    case 'CategoryAdded':
      return { type: 'AddCategory', data: { name: data.name, code: data.code } }
    case 'CategoryRenamed':
      return { type: 'RenameCategory', data }
    case 'CategoryDeleted':
      return { type: 'DeleteCategory', data }
    case 'ServicePlacedInCategory':
      return { type: 'PlaceService', data }
    case 'ServiceMovedToCategory':
      return { type: 'FileService', data: { categoryId: data.categoryId, serviceId: data.serviceId } }
    case 'ServiceFiled':
      return { type: 'FileService', data }
    case 'ServiceStruckOff':
      return { type: 'StrikeService', data }
    case 'RoleAttachedToCategory':
      return { type: 'AttachRole', data }
    case 'RoleDetachedFromCategory':
      return { type: 'DetachRole', data }
  }
}

export const categoryFollows = follows(category, asked, {
  named: () => ALL_CATEGORIES,
  // Whoever asked chose the id at first, and the request had no name.
  later: { categoryId: { CategoryAdded: 2 }, request: { CategoryAdded: 2 } },
})
