import { Outlet, useParams } from 'react-router-dom'
import type { TransactionRow } from '#api/money/contracts/transaction.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import type { Column } from '#web/ui/data-grid/column.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { useOpenDetail } from '#web/ui/detail.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'

// The spec's columns in its order (S084), then cost and status; the CSV has the same.
const COLUMNS: readonly Column<TransactionRow>[] = [
  { field: 'transaction_id', title: 'Transaction ID', width: 168 },
  { field: 'created_at', title: 'Date', kind: 'datetime' },
  { field: 'coe_name', title: 'COE', sortable: false },
  { field: 'line_count', title: 'Services', kind: 'number', sortable: false },
  { field: 'biller', title: 'Physician', sortable: false },
  { field: 'total', title: 'Total cost (NGN)', kind: 'money' },
  { field: 'status', title: 'Status', kind: 'status', sortable: false },
]

/** One patient's bills (spec, S084 and S034); `patientId` of the address is an id or a CHF id. */
export default function PatientBillingScreen() {
  const { patientId = '' } = useParams()
  const filter = useListFilter()
  const openDetail = useOpenDetail()
  const { search: _, ...params } = filter.query
  const isChfId = patientId.toUpperCase().startsWith('CHF-')
  return (
    <Screen
      title="Patient billing history"
      intro={`What ${isChfId ? patientId.toUpperCase() : 'this patient'} was treated with, where, and what it cost.`}
    >
      <FilterBar filter={filter} dates>
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id="patient-billings"
        label="Patient billing history"
        source={{ path: `/api/patients/billing_history/${encodeURIComponent(patientId)}`, params }}
        filter={filter}
        rowId={({ id }) => id}
        columns={COLUMNS}
        empty="You do not have any billing yet"
        onOpen={({ id }) => openDetail(id)}
      />
      <Outlet />
    </Screen>
  )
}
