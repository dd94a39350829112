import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from 'react-router-dom'
import { PAYMENT_FIELDS } from '#api/money/contracts/fields.ts'
import type { PaymentRow } from '#api/money/contracts/payment.ts'
import { STATUS_CHOICES } from '#api/money/contracts/payment-steps.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { useOpenDetail } from '#web/ui/detail.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { coesQuery, hospitalChoices } from '#web/features/catalogue/hospitals.ts'
import { PAYMENTS } from './payments-api.ts'

const STATUSES = PAYMENT_FIELDS.status.oneOf.map((value) => ({
  value,
  label: STATUS_CHOICES.find((choice) => choice.value === value)?.label ?? 'Returned',
}))

/** Payments, each with how far it is, who has it and since when (spec, S076 and open-questions Q089); a row opens its detail. */
export default function PaymentsScreen() {
  const filter = useListFilter(['coe', { name: 'status', options: STATUSES }])
  const coes = useQuery(coesQuery)
  const openDetail = useOpenDetail()
  const hospitals = hospitalChoices(coes.data)
  return (
    <Screen
      title="Payments"
      intro="Bills initiated together: how far each payment is, who has it and since when."
      action={
        <Button component={Link} to="/payments/consolidated_report">
          Consolidated billing summary
        </Button>
      }
    >
      <FilterBar
        filter={filter}
        searchLabel="Payment, such as PAY-2026-000123"
        dates
        selects={[
          { name: 'coe', label: 'Hospital', options: hospitals },
          { name: 'status', label: 'Status', options: STATUSES },
        ]}
      >
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id="payments"
        label="Payments"
        source={{ path: PAYMENTS, params: filter.query }}
        filter={filter}
        rowId={(row: PaymentRow) => row.id}
        fields={PAYMENT_FIELDS}
        empty="No Payment initiated at this time"
        emptyHint="A payment starts on the consolidated billing summary, when bills are initiated together."
        onOpen={(row) => openDetail(row.id)}
        signatures={['Prepared by', 'Approved by']}
      />
      <Outlet />
    </Screen>
  )
}
