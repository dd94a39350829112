import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Outlet } from 'react-router-dom'
import type { CategoryView } from '#api/catalogue/contracts/category.ts'
import { CATEGORY_FIELDS } from '#api/catalogue/contracts/fields.ts'
import { roleChoices, rolesQuery } from '#web/features/people/roles/role-choices.ts'
import { usePermission } from '#web/shell/session-queries.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import type { Control } from '#web/ui/data-grid/columns-of.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { useOpenDetail } from '#web/ui/detail.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { CATEGORY_LIST } from './categories-api.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { CategoryRolesDialog } from './category-roles-dialog.tsx'
import { DeleteCategoryDialog } from './delete-category-dialog.tsx'

type Asked = { readonly what: 'add' } | { readonly what: 'edit' | 'roles' | 'delete'; readonly category: CategoryView }

/** Categories admin (spec, S096): the categories of services, now and as of the past. */
export default function CategoriesScreen() {
  const filter = useListFilter(['role'])
  const roles = useQuery(rolesQuery)
  const openDetail = useOpenDetail()
  const [asked, setAsked] = useState<Asked>()
  const [mayAdd, mayEdit, mayAttach, mayDelete] = [
    usePermission('CREATE_CATEGORY'),
    usePermission('EDIT_CATEGORY'),
    usePermission('ATTACH_ROLE_CATEGORY'),
    usePermission('DELETE_CATEGORY'),
  ]
  const isNow = filter.asOf === ''
  const controls = useMemo(
    () =>
      controlsFor(
        [
          ...(isNow && mayEdit ? (['edit'] as const) : []),
          ...(isNow && mayAttach ? (['roles'] as const) : []),
          ...(isNow && mayDelete ? (['delete'] as const) : []),
        ],
        (what, category) => setAsked({ what, category }),
      ),
    [isNow, mayEdit, mayAttach, mayDelete],
  )
  const close = () => setAsked(undefined)
  return (
    <Screen
      title="Service categories"
      intro="What the services of hospitals are sorted by when they are billed."
      action={
        isNow && mayAdd ? (
          <Button leftSection={<IconPlus size={18} />} onClick={() => setAsked({ what: 'add' })}>
            Add category
          </Button>
        ) : undefined
      }
    >
      <FilterBar
        filter={filter}
        searchLabel="Category name or code"
        selects={[{ name: 'role', label: 'Role', options: roleChoices(roles.data) }]}
      >
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id="service-categories"
        label="Service categories"
        source={{ path: CATEGORY_LIST, params: filter.query }}
        filter={filter}
        rowId={({ id }: CategoryView) => String(id)}
        fields={CATEGORY_FIELDS}
        controls={controls}
        empty="No data available"
        emptyHint="No category has this in its name or its code, or this role."
        onOpen={({ id }) => openDetail(String(id))}
      />
      {asked?.what === 'add' && <CategoryDialog onClose={close} />}
      {asked?.what === 'edit' && <CategoryDialog category={asked.category} onClose={close} />}
      {asked?.what === 'roles' && <CategoryRolesDialog category={asked.category} onClose={close} />}
      {asked?.what === 'delete' && <DeleteCategoryDialog category={asked.category} onClose={close} />}
      <Outlet />
    </Screen>
  )
}

type Act = 'edit' | 'roles' | 'delete'
const ACTS = {
  edit: { word: 'Edit', nameOf: (name: string) => `Edit ${name}` },
  roles: { word: 'Roles', nameOf: (name: string) => `Roles of ${name}` },
  delete: { word: 'Delete', nameOf: (name: string) => `Delete ${name}` },
} as const

function controlsFor(
  acts: readonly Act[],
  onAct: (act: Act, category: CategoryView) => void,
): readonly Control<CategoryView>[] {
  if (acts.length === 0) return []
  const cell = (category: CategoryView) =>
    acts.map((act) => {
      const { word, nameOf } = ACTS[act]
      return (
        <Button
          key={act}
          size="compact-xs"
          mr="xs"
          variant="default"
          aria-label={nameOf(category.category_name)}
          onClick={() => onAct(act, category)}
        >
          {word}
        </Button>
      )
    })
  return [{ field: 'action', title: 'Action', width: 204, value: () => '', cell }]
}
