import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Outlet } from 'react-router-dom'
import type { PaymentRow } from '#api/money/contracts/payment.ts'
import { PAYMENT_STATUSES, PAYMENT_STEPS, STATUS_CHOICES } from '#api/money/contracts/payment-steps.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import type { Column } from '#web/ui/data-grid/column.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { useOpenDetail } from '#web/ui/detail.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { coesQuery, PAYMENTS } from './payments-api.ts'

const hiddenTime = (field: Column<PaymentRow>['field'], title: string): Column<PaymentRow> => ({
  ...{ field, title, kind: 'datetime', sortable: false, hidden: true },
})

const COLUMNS: readonly Column<PaymentRow>[] = [
  { field: 'coe_name', title: 'COE', sortable: false, width: 232 },
  { field: 'status', title: 'Status', kind: 'status', sortable: false },
  { field: 'transactions', title: 'Transactions', kind: 'number', sortable: false },
  { field: 'total', title: 'Total (NGN)', kind: 'money', width: 176 },
  { field: 'paid_total', title: 'Paid (NGN)', kind: 'money', sortable: false, width: 176 },
  { field: 'initiated_at', title: 'Initiated', kind: 'datetime' },
  ...PAYMENT_STEPS.map(({ by, words }) => ({ field: by, title: `${words.done} by`, sortable: false })),
  { field: 'period_start', title: 'Period from', kind: 'date', sortable: false },
  { field: 'period_end', title: 'Period to', kind: 'date', sortable: false },
  { field: 'returned', title: 'Returned', kind: 'number', sortable: false },
  { field: 'returned_total', title: 'Returned (NGN)', kind: 'money', sortable: false, hidden: true },
  ...PAYMENT_STEPS.slice(1).map(({ at, words }) => hiddenTime(at, words.done)),
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
