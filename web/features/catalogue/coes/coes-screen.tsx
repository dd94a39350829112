import { Tabs } from '@mantine/core'
import { Outlet, useSearchParams } from 'react-router-dom'
import type { CoeView } from '#api/catalogue/contracts/coe.ts'
import { COE_FIELDS } from '#api/catalogue/contracts/fields.ts'
import { usePermission } from '#web/shell/session-queries.ts'
import { READY_FOR, useReadyForSelect } from '#web/shell/ready-for.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { useOpenDetail } from '#web/ui/detail.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { COE_LIST } from './coes-api.ts'
import { NewCoe } from './new-coe.tsx'

/** Hospitals (spec, S093): all of them with their figures, now and as of the past, and a new one. */
export default function CoesScreen() {
  const [params, setParams] = useSearchParams()
  const [maySee, mayCreate] = [usePermission('VIEW_COE'), usePermission('CREATE_COE')]
  const shown = mayCreate && (params.get('tab') === 'create' || !maySee) ? 'create' : 'list'
  return (
    <Screen
      title="Hospitals"
      intro="Hospitals that treat patients, with what each was allocated, has billed and is owed."
    >
      <Tabs
        value={shown}
        onChange={(tab) => setParams(tab === 'create' ? { tab } : {}, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md" aria-label="Hospitals">
          {maySee && <Tabs.Tab value="list">All hospitals</Tabs.Tab>}
          {mayCreate && <Tabs.Tab value="create">Add hospital</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="list">
          <AllCoes />
        </Tabs.Panel>
        <Tabs.Panel value="create">
          <NewCoe />
        </Tabs.Panel>
      </Tabs>
      <Outlet />
    </Screen>
  )
}

function AllCoes() {
  const filter = useListFilter([READY_FOR])
  const ready = useReadyForSelect(filter.values[READY_FOR])
  const mayConfirm = usePermission('CREATE_COE')
  const openDetail = useOpenDetail()
  return (
    <>
      <FilterBar
        filter={filter}
        searchLabel="Name or type"
        {...(mayConfirm ? { selects: [{ ...ready, label: 'Bank details ready for' }] } : {})}
      >
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id="hospitals"
        label="Hospitals"
        source={{ path: COE_LIST, params: filter.query }}
        filter={filter}
        rowId={({ id }: CoeView) => id}
        fields={COE_FIELDS}
        empty="No COE records available"
        emptyHint="No hospital matches. Check the name, type or code."
        onOpen={({ id }) => openDetail(id)}
      />
    </>
  )
}
