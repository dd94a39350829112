import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PRICE_FIELDS } from '#api/catalogue/contracts/fields.ts'
import type { PriceRow } from '#api/catalogue/contracts/price-import.ts'
import { usePermission } from '#web/shell/session-queries.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { coesQuery, hospitalChoices } from '#web/features/catalogue/hospitals.ts'
import { CATEGORY_FILTER, categoriesIn, servicesQuery } from '#web/features/catalogue/services/choices.ts'
import { ImportDialog } from './import-dialog.tsx'
import { PRICE_LIST } from './price-import-api.ts'

/** The price list: every price that holds or is planned; its CSV, changed in a spreadsheet, can be imported. */
export default function PriceListScreen() {
  const filter = useListFilter(['coe', CATEGORY_FILTER])
  const services = useQuery(servicesQuery)
  const hospitals = useQuery(coesQuery)
  const [isImporting, setImporting] = useState(false)
  const mayImport = [
    usePermission('EDIT_SERVICE'),
    usePermission('ATTACH_COE_SERVICE'),
    usePermission('CREATE_SERVICE'),
  ].some(Boolean)
  return (
    <Screen
      title="Price list"
      intro="What services cost: the standard prices, hospitals' own prices and planned prices."
      action={
        mayImport && filter.asOf === '' ? (
          <Button leftSection={<IconUpload size={18} />} onClick={() => setImporting(true)}>
            Import CSV
          </Button>
        ) : undefined
      }
    >
      <FilterBar
        filter={filter}
        searchLabel="Service name or code"
        selects={[
          { name: 'coe', label: 'Hospital', options: hospitalChoices(hospitals.data) },
          { name: 'category', label: 'Category', options: categoriesIn(services.data) },
        ]}
      >
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id="service-prices"
        label="Price list"
        source={{ path: PRICE_LIST, params: filter.query }}
        filter={filter}
        rowId={({ id }: PriceRow) => id}
        fields={PRICE_FIELDS}
        empty="No data available"
        emptyHint="No service matches. Check the name, code, category or price."
      />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </Screen>
  )
}
