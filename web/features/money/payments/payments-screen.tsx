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
import type { RecordQueue } from '#web/ui/record/record-queue.ts'
import { Screen } from '#web/ui/screen.tsx'
import { coesQuery, hospitalChoices } from '#web/features/catalogue/hospitals.ts'
import { useChainActs } from './chain-acts.ts'
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
  const acts = useChainActs()
  const queue: RecordQueue<PaymentRow> = {
    source: { path: PAYMENTS, params: filter.query },
    rowId: ({ id }) => id,
    ...(acts.length > 0 && { isReady: ({ status }) => acts.some(({ from }) => from.includes(status)) }),
  }
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
        source={queue.source}
        filter={filter}
        rowId={queue.rowId}
        fields={PAYMENT_FIELDS}
        empty="No Payment initiated at this time"
        emptyHint="A payment starts on the consolidated billing summary, when bills are initiated together."
        onOpen={(row) => openDetail(row.id)}
        signatures={['Prepared by', 'Approved by']}
      />
      <Outlet context={queue} />
    </Screen>
  )
}
