import { useQuery } from '@tanstack/react-query'
import type { CategoryView } from '#api/catalogue/contracts/category.ts'
import { CATEGORY_FIELDS } from '#api/catalogue/contracts/fields.ts'
import { ActedList, type AddAct, type RowAct } from '#web/ui/acted-list.tsx'
import { roleChoices, rolesQuery } from '#web/features/people/roles/role-choices.ts'
import { useListFilter } from '#web/ui/list-filter.ts'
import { CATEGORY_LIST } from './categories-api.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { CategoryRolesDialog } from './category-roles-dialog.tsx'
import { DeleteCategoryDialog } from './delete-category-dialog.tsx'

/** Categories admin (spec, S096): the categories of services, now and as of the past. */
export default function CategoriesScreen() {
  const filter = useListFilter(['role'])
  const roles = useQuery(rolesQuery)
  return (
    <ActedList
      title="Service categories"
      intro="Categories group the services that hospitals bill."
      filter={filter}
      searchLabel="Category name or code"
      selects={[{ name: 'role', label: 'Role', options: roleChoices(roles.data) }]}
      path={CATEGORY_LIST}
      list={LIST}
      rowId={rowId}
      nameOf={nameOf}
      add={ADD}
      acts={ACTS}
      actsWidth={204}
    />
  )
}

const LIST = {
  id: 'service-categories',
  fields: CATEGORY_FIELDS,
  emptyHint: 'No category matches. Check the name, code or role.',
}
const rowId = ({ id }: CategoryView) => String(id)
const nameOf = ({ category_name: name }: CategoryView) => name

const ADD: AddAct = {
  word: 'Add category',
  permissions: ['CREATE_CATEGORY'],
  dialog: (close) => <CategoryDialog onClose={close} />,
}

const ACTS: readonly RowAct<CategoryView>[] = [
  {
    word: 'Edit',
    labelOf: (name) => `Edit ${name}`,
    permissions: ['EDIT_CATEGORY'],
    dialog: (category, close) => <CategoryDialog category={category} onClose={close} />,
  },
  {
    word: 'Roles',
    labelOf: (name) => `Roles of ${name}`,
    permissions: ['ATTACH_ROLE_CATEGORY'],
    dialog: (category, close) => <CategoryRolesDialog category={category} onClose={close} />,
  },
  {
    word: 'Delete',
    labelOf: (name) => `Delete ${name}`,
    permissions: ['DELETE_CATEGORY'],
    dialog: (category, close) => <DeleteCategoryDialog category={category} onClose={close} />,
  },
]
