import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Outlet } from 'react-router-dom'
import type { CategoryView } from '#api/catalogue/contracts/category.ts'
import { CATEGORY_FIELDS } from '#api/catalogue/contracts/fields.ts'
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
import { DeleteCategoryDialog } from './delete-category-dialog.tsx'

type Asked = { readonly what: 'add' } | { readonly what: 'edit' | 'delete'; readonly category: CategoryView }

/** Categories admin (spec, S096): the categories of services, now and as of the past. */
export default function CategoriesScreen() {
  const filter = useListFilter([])
  const openDetail = useOpenDetail()
  const [asked, setAsked] = useState<Asked>()
  const [mayAdd, mayEdit, mayDelete] = [
    usePermission('CREATE_CATEGORY'),
    usePermission('EDIT_CATEGORY'),
    usePermission('DELETE_CATEGORY'),
  ]
  const isNow = filter.asOf === ''
  const controls = useMemo(
    () =>
      controlsFor(
        isNow && mayEdit ? (category) => setAsked({ what: 'edit', category }) : undefined,
        isNow && mayDelete ? (category) => setAsked({ what: 'delete', category }) : undefined,
      ),
    [isNow, mayEdit, mayDelete],
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
      <FilterBar filter={filter} searchLabel="Category name or code">
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
        emptyHint="No category has this in its name or its code."
        onOpen={({ id }) => openDetail(String(id))}
      />
      {asked?.what === 'add' && <CategoryDialog onClose={close} />}
      {asked?.what === 'edit' && <CategoryDialog category={asked.category} onClose={close} />}
      {asked?.what === 'delete' && <DeleteCategoryDialog category={asked.category} onClose={close} />}
      <Outlet />
    </Screen>
  )
}

type Act = ((category: CategoryView) => void) | undefined

function controlsFor(onEdit: Act, onDelete: Act): readonly Control<CategoryView>[] {
  if (onEdit === undefined && onDelete === undefined) return []
  const cell = (category: CategoryView) => (
    <>
      {onEdit && (
        <Button
          size="compact-xs"
          variant="default"
          mr="xs"
          aria-label={`Edit ${category.category_name}`}
          onClick={() => onEdit(category)}
        >
          Edit
        </Button>
      )}
      {onDelete && (
        <Button
          size="compact-xs"
          variant="outline"
          color="red.8"
          aria-label={`Delete ${category.category_name}`}
          onClick={() => onDelete(category)}
        >
          Delete
        </Button>
      )}
    </>
  )
  return [{ field: 'action', title: 'Action', width: 140, value: () => '', cell }]
}
