import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import { isShortCode, MAX_CODE_LENGTH } from '#domain/kernel/short-code.ts'
import type { CategoryEvent } from './events.ts'

/** The category of every drug (spec, constants: drug service category id). */
export const DRUG_CATEGORY = 4

type Named = { readonly categoryId: number; readonly name: string; readonly code: string }
export type CategoryCommand = Command<'AddCategory', Named> | Command<'RenameCategory', Named>
export type CategoryRefusal = 'category_unknown' | 'category_already_added' | 'category_code_too_long'

export type Category =
  { readonly status: 'none' } | { readonly status: 'active'; readonly name: string; readonly code: string }

function decide(command: CategoryCommand, category: Category): Decision<CategoryEvent, CategoryRefusal> {
  const { name, code } = command.data
  const data = { ...command.data, by: command.by, at: command.at }
  const isUnchanged = category.status !== 'none' && category.name === name && category.code === code
  if (isUnchanged) return []
  if (!isShortCode(code)) return refuse('category_code_too_long', { most: MAX_CODE_LENGTH })
  switch (command.type) {
    case 'AddCategory':
      return category.status === 'none' ? [{ type: 'CategoryAdded', data }] : refuse('category_already_added')
    case 'RenameCategory':
      return category.status === 'none' ? refuse('category_unknown') : [{ type: 'CategoryRenamed', data }]
  }
}

/** Stream `category-{id}`. */
export const category: Decider<Category, CategoryCommand, CategoryEvent, CategoryRefusal> = {
  category: 'category',
  initial: () => ({ status: 'none' }),
  decide,
  evolve: (_, { data: { name, code } }) => ({ status: 'active', name, code }),
}
