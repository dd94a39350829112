import { type Asked, follows } from '#domain/kernel/follows.ts'
import { ALL_CATEGORIES, category, type CategoryCommand } from './category.ts'
import type { CategoryEvent } from './events.ts'

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
      return { type: 'MoveService', data }
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
