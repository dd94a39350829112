import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { COE_SERVICE_FIELDS } from '#api/catalogue/contracts/fields.ts'
import type { ServiceRow } from '#api/catalogue/contracts/service.ts'
import { usePermission, useUser } from '#web/shell/session-queries.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { coesQuery, hospitalChoices } from '#web/features/catalogue/hospitals.ts'
import { CATEGORY_FILTER, categoriesIn, servicesQuery } from './choices.ts'
import { COE_SERVICE_LIST } from './services-api.ts'

/** The services of one's own hospital, at its prices; of any for those who reach all (spec, S095). */
export default function CoeServicesScreen() {
  const { coe } = useUser()
  const filter = useListFilter(coe === null ? ['coe', CATEGORY_FILTER] : [CATEGORY_FILTER])
  const services = useQuery(servicesQuery)
  const coes = useQuery({ ...coesQuery, enabled: coe === null })
  const seesCategories = usePermission('VIEW_CATEGORY')
  const asked = coe?.id ?? filter.query['coe']
  const hospitals = coe === null ? [{ name: 'coe', label: 'Hospital', options: hospitalChoices(coes.data) }] : []
  return (
    <Screen
      title="Services of the hospital"
      intro="Services that the hospital bills, at its own prices. Drugs are listed apart."
      action={seesCategories ? <Link to="/category">Service categories</Link> : undefined}
    >
      <FilterBar
        filter={filter}
        searchLabel="Service name or code"
        selects={[...hospitals, { name: 'category', label: 'Category', options: categoriesIn(services.data) }]}
      >
        <AsOfControl filter={filter} />
      </FilterBar>
      {asked === undefined || asked === '' ? (
        <EmptyState title="No hospital chosen" hint="Choose a hospital to see its services." />
      ) : (
        <DataGrid
          id="coe-services"
          label="Services of the hospital"
          source={{ path: COE_SERVICE_LIST, params: filter.query }}
          filter={filter}
          rowId={({ id }: ServiceRow) => id}
          fields={COE_SERVICE_FIELDS}
          empty="No data available"
          emptyHint="No service matches. Check the name, code or category."
        />
      )}
    </Screen>
  )
}
