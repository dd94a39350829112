import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, Outlet } from 'react-router-dom'
import { SERVICE_FIELDS } from '#api/catalogue/contracts/fields.ts'
import type { ServiceRow } from '#api/catalogue/contracts/service.ts'
import { usePermission } from '#web/shell/session-queries.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import type { Control } from '#web/ui/data-grid/columns-of.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { useOpenDetail } from '#web/ui/detail.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { CATEGORY_FILTER, categoriesIn, servicesQuery } from './choices.ts'
import { DeleteServiceDialog } from './delete-service-dialog.tsx'
import { PricesDialog } from './prices-dialog.tsx'
import { ServiceDialog } from './service-dialog.tsx'
import { SERVICE_LIST } from './services-api.ts'

type Act = 'edit' | 'prices' | 'delete'
type Asked = { readonly what: 'add' } | { readonly what: Act; readonly service: ServiceRow }

/** Services admin (spec, S094): what hospitals bill for other than drugs, and at which prices. */
export default function ServicesScreen() {
  const filter = useListFilter([CATEGORY_FILTER])
  const services = useQuery(servicesQuery)
  const openDetail = useOpenDetail()
  const [asked, setAsked] = useState<Asked>()
  const [mayAdd, mayEdit, mayPrice, mayDelete] = [
    usePermission('CREATE_SERVICE'),
    usePermission('EDIT_SERVICE'),
    usePermission('ATTACH_COE_SERVICE'),
    usePermission('DELETE_SERVICE'),
  ]
  const isNow = filter.asOf === ''
  const controls = useMemo(
    () =>
      controlsFor(
        [
          ...(isNow && mayEdit ? (['edit'] as const) : []),
          ...(isNow && (mayEdit || mayPrice) ? (['prices'] as const) : []),
          ...(isNow && mayDelete ? (['delete'] as const) : []),
        ],
        (what, service) => setAsked({ what, service }),
      ),
    [isNow, mayEdit, mayPrice, mayDelete],
  )
  const close = () => setAsked(undefined)
  return (
    <Screen
      title="Services"
      intro="What hospitals bill for, other than drugs."
      action={
        isNow && mayAdd ? (
          <Button leftSection={<IconPlus size={18} />} onClick={() => setAsked({ what: 'add' })}>
            Add service
          </Button>
        ) : undefined
      }
    >
      <Group gap="md">
        <Link to="/services/coe">Services of a hospital, at its prices</Link>
        <Link to="/services/prices">Price list, to export and import</Link>
      </Group>
      <FilterBar
        filter={filter}
        searchLabel="Service name or code"
        selects={[{ name: 'category', label: 'Category', options: categoriesIn(services.data) }]}
      >
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id="services"
        label="Services"
        source={{ path: SERVICE_LIST, params: filter.query }}
        filter={filter}
        rowId={({ id }: ServiceRow) => id}
        fields={SERVICE_FIELDS}
        controls={controls}
        empty="No data available"
        emptyHint="No service has this in its name or its code, or is in this category."
        onOpen={({ id }) => openDetail(id)}
      />
      {asked?.what === 'add' && <ServiceDialog onClose={close} />}
      {asked?.what === 'edit' && <ServiceDialog service={asked.service} onClose={close} />}
      {asked?.what === 'prices' && <PricesDialog service={asked.service} onClose={close} />}
      {asked?.what === 'delete' && <DeleteServiceDialog service={asked.service} onClose={close} />}
      <Outlet />
    </Screen>
  )
}

const ACTS = {
  edit: { word: 'Edit', nameOf: (name: string) => `Edit ${name}` },
  prices: { word: 'Prices', nameOf: (name: string) => `Prices of ${name}` },
  delete: { word: 'Delete', nameOf: (name: string) => `Delete ${name}` },
} as const

function controlsFor(
  acts: readonly Act[],
  onAct: (act: Act, service: ServiceRow) => void,
): readonly Control<ServiceRow>[] {
  if (acts.length === 0) return []
  const cell = (service: ServiceRow) =>
    acts.map((act) => {
      const { word, nameOf } = ACTS[act]
      return (
        <Button
          key={act}
          size="compact-xs"
          mr="xs"
          variant="default"
          aria-label={nameOf(service.service_name)}
          onClick={() => onAct(act, service)}
        >
          {word}
        </Button>
      )
    })
  return [{ field: 'action', title: 'Action', width: 210, value: () => '', cell }]
}
