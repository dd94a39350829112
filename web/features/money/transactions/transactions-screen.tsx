import { useQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router-dom'
import type { TransactionRow } from '#api/money/contracts/transaction.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import type { Column } from '#web/ui/data-grid/column.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { useOpenDetail } from '#web/ui/detail.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { coesQuery, KINDS, STATUSES } from './transactions-api.ts'

// The spec's columns in its order (S062); the CSV has the same.
const COLUMNS: readonly Column<TransactionRow>[] = [
  { field: 'transaction_id', title: 'Transaction ID', width: 168 },
  { field: 'chf_id', title: 'Patient CHF ID', sortable: false, width: 144 },
  { field: 'item', title: 'Drug or service', sortable: false, width: 200 },
  { field: 'description', title: 'Description', sortable: false, width: 140 },
  { field: 'quantity', title: 'Quantity', kind: 'number', sortable: false },
  { field: 'total', title: 'Total (NGN)', kind: 'money' },
  { field: 'coe_name', title: 'Centre name', sortable: false, width: 240 },
  { field: 'created_at', title: 'Date', kind: 'datetime' },
  { field: 'biller', title: 'Biller', sortable: false, width: 160 },
  { field: 'type', title: 'Type', sortable: false, width: 152 },
  { field: 'status', title: 'Status', kind: 'status', sortable: false },
]

/** The super administrator's transactions (spec, S062): every bill of every hospital, now and as of the past. */
export default function TransactionsScreen() {
  const filter = useListFilter(['coe', { name: 'is_drug', options: KINDS }, { name: 'status', options: STATUSES }])
  const coes = useQuery(coesQuery)
  const openDetail = useOpenDetail()
  const centres = (coes.data?.data ?? []).map((coe) => ({ value: coe.id, label: coe.coe_name }))
  return (
    <Screen title="Transactions" intro="Every bill of every centre, and where it stands in the payment chain.">
      <FilterBar
        filter={filter}
        searchLabel="Search With Transaction ID or patient CHF ID"
        dates
        selects={[
          { name: 'coe', label: 'Centre', options: centres },
          { name: 'is_drug', label: 'Type', options: KINDS },
          { name: 'status', label: 'Status', options: STATUSES },
        ]}
      >
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id="transactions"
        label="Transactions"
        source={{ path: '/api/v2/transactions', params: filter.query }}
        filter={filter}
        rowId={({ id }) => id}
        columns={COLUMNS}
        empty="No data available"
        emptyHint="Nothing matches the filter. Take a filter away, or choose another period."
        onOpen={({ id }) => openDetail(id)}
        signatures={['Prepared by', 'Checked by']}
      />
      <Outlet />
    </Screen>
  )
}
