import { useQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router-dom'
import { HOSPITAL_PERIOD_FIELDS } from '#api/money/contracts/fields.ts'
import type { HospitalPeriodRow } from '#api/money/contracts/hospital-period.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { useOpenDetail } from '#web/ui/detail.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { coesQuery, hospitalChoices } from '#web/features/catalogue/hospitals.ts'
import { PeriodButtons } from '#web/features/money/transactions/period-buttons.tsx'
import { useHospitalPeriodFilter } from './hospital-period-filter.ts'
import { HOSPITAL_PERIODS } from './payments-api.ts'

/** Finance and accounting payment report (spec, S074; docs/decisions/0055): per hospital and period, not per payment. */
export default function FinancePaymentsScreen() {
  const filter = useHospitalPeriodFilter()
  const coes = useQuery(coesQuery)
  const openDetail = useOpenDetail()
  const { search: _, ...params } = filter.query
  return (
    <Screen
      title="Finance and accounting payment report"
      intro="What each hospital billed and was paid in a period, with the closing balance."
    >
      <FilterBar
        filter={filter}
        dates
        selects={[{ name: 'coe', label: 'Hospital', options: hospitalChoices(coes.data) }]}
      >
        <PeriodButtons filter={filter} />
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id="hospital-periods"
        label="Payments per hospital"
        source={{ path: HOSPITAL_PERIODS, params }}
        filter={filter}
        rowId={(row: HospitalPeriodRow) => row.coe_id}
        fields={HOSPITAL_PERIOD_FIELDS}
        empty="No Payment initiated at this time"
        emptyHint="No hospital billed, was paid or is owed money in this period. Choose another, or 'All'."
        onOpen={(row) => openDetail(row.coe_id)}
        signatures={['Prepared by', 'Approved by']}
      />
      <Outlet />
    </Screen>
  )
}
