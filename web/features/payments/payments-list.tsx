import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Outlet } from 'react-router-dom'
import { PAYMENT_STATUSES } from '../../../api/contracts/choices.ts'
import type { PaymentRow } from '../../../api/contracts/payment.ts'
import { AsOfControl } from '../../ui/as-of-control.tsx'
import type { Column } from '../../ui/data-grid/column.ts'
import { DataGrid } from '../../ui/data-grid/data-grid.tsx'
import { useOpenDetail } from '../../ui/detail.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { useListFilter } from '../../ui/list-filter.ts'
import { Screen } from '../../ui/screen.tsx'
import { STATUS_CHOICES, STEP_NAMES } from './chain-acts.ts'
import { coesQuery, PAYMENTS } from './payments-api.ts'

const COLUMNS: readonly Column<PaymentRow>[] = [
  { field: 'coe_name', title: 'COE', sortable: false, width: 232 },
  { field: 'status', title: 'Status', kind: 'status', sortable: false },
  { field: 'transactions', title: 'Transactions', kind: 'number', sortable: false },
  { field: 'total', title: 'Total (NGN)', kind: 'money', width: 176 },
  { field: 'paid_total', title: 'Paid (NGN)', kind: 'money', sortable: false, width: 176 },
  { field: 'initiated_at', title: 'Initiated', kind: 'datetime' },
  { field: 'initiated_by', title: 'Initiated by', sortable: false },
  { field: 'recommended_by', title: 'Recommended by', sortable: false },
  { field: 'approved_by', title: 'Approved by', sortable: false },
  { field: 'dfa_by', title: 'DFA approved by', sortable: false },
  { field: 'permsec_by', title: 'Perm Sec approved by', sortable: false },
  { field: 'period_start', title: 'Period from', kind: 'date', sortable: false },
  { field: 'period_end', title: 'Period to', kind: 'date', sortable: false },
  { field: 'returned', title: 'Returned', kind: 'number', sortable: false },
  { field: 'returned_total', title: 'Returned (NGN)', kind: 'money', sortable: false, hidden: true },
  { field: 'recommended_at', title: STEP_NAMES.recommended, kind: 'datetime', sortable: false, hidden: true },
  { field: 'approved_at', title: STEP_NAMES.approved, kind: 'datetime', sortable: false, hidden: true },
  { field: 'dfa_at', title: STEP_NAMES.dfa, kind: 'datetime', sortable: false, hidden: true },
  { field: 'permsec_at', title: STEP_NAMES.permsec, kind: 'datetime', sortable: false, hidden: true },
]

type PaymentsListProps = {
  readonly id: string
  readonly title: string
  readonly intro: string
  readonly action?: ReactNode
}

const STATUSES = PAYMENT_STATUSES.map((value) => ({
  value,
  label: STATUS_CHOICES.find((choice) => choice.value === value)?.label ?? 'Returned',
}))

/** Payments per hospital: what was initiated together, where it stands, who acted; a row opens its detail. */
export function PaymentsList({ id, title, intro, action }: PaymentsListProps) {
  const filter = useListFilter(['coe', { name: 'status', options: STATUSES }])
  const coes = useQuery(coesQuery)
  const openDetail = useOpenDetail()
  const hospitals = (coes.data?.data ?? []).map((coe) => ({ value: coe.id, label: coe.coe_name }))
  const { search: _, ...params } = filter.query
  return (
    <Screen title={title} intro={intro} action={action}>
      <FilterBar
        filter={filter}
        dates
        selects={[
          { name: 'coe', label: 'COE', options: hospitals },
          { name: 'status', label: 'Status', options: STATUSES },
        ]}
      >
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id={id}
        label="Payments"
        source={{ path: PAYMENTS, params }}
        filter={filter}
        rowId={(row) => row.id}
        columns={COLUMNS}
        empty="No Payment initiated at this time"
        emptyHint="A payment begins on the consolidated billing summary, where transactions are initiated together."
        onOpen={(row) => openDetail(row.id)}
        signatures={['Prepared by', 'Approved by']}
      />
      <Outlet />
    </Screen>
  )
}
