import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { Link, Navigate, Outlet } from 'react-router-dom'
import { STAFF_BILLINGS } from '#api/money/contracts/fields.ts'
import { SHOWN_CHOICES } from '#api/money/contracts/payment-steps.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { useOpenDetail } from '#web/ui/detail.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { isDisputed } from '#web/features/money/disputes/is-disputed.ts'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { billQueue } from '#web/features/money/payments/bill-queue.ts'
import { ReturnedNotice } from './returned-notice.tsx'

const selects = [
  {
    name: 'billed_by',
    label: 'Billed by',
    options: [{ value: 'me', label: 'Me' }],
  },
  {
    name: 'is_drug',
    label: 'Category',
    options: [
      { value: '0', label: 'CHF Services' },
      { value: '1', label: 'Drugs' },
    ],
  },
  { name: 'status', label: 'Status', options: SHOWN_CHOICES },
]

/** Billing history of the hospital's staff (spec, S047): the own bills or the whole hospital's, with their shares. */
export default function StaffBillingsScreen() {
  const user = useUser()
  const filter = useListFilter(selects)
  const open = useOpenDetail()
  if (user.coe === null) return <Navigate to="/dashboard" replace />
  const { billed_by: billedBy, ...params } = filter.query
  const path = billedBy === 'me' ? `/api/coestaff/${user.id}/transactions` : '/api/coestaff/transactions'
  const queue = billQueue({ path, params }, [], user.id)
  // messages.tsv, M123: a period has two ends.
  const isHalf = (filter.from === '') !== (filter.to === '')
  const bill = (
    <Button component={Link} to="/coestaff/billing" leftSection={<IconReceipt size={18} aria-hidden />}>
      Bill a patient
    </Button>
  )
  return (
    <Screen
      title="Billing history"
      intro={`What ${user.coe.coe_name} has billed, and how each payment is shared.`}
      action={bill}
    >
      <ReturnedNotice />
      <FilterBar filter={filter} searchLabel="Transaction ID or patient CHF ID" dates needsBothDays selects={selects}>
        <AsOfControl filter={filter} />
      </FilterBar>
      {isHalf ? (
        <EmptyState title="You must select start date and end date" />
      ) : (
        <DataGrid
          id="staff-billings"
          label="Bills"
          source={queue.source}
          filter={filter}
          rowId={queue.rowId}
          fields={STAFF_BILLINGS}
          isMarked={isDisputed}
          empty="No bills yet"
          emptyHint="Remove a filter, or bill a patient."
          onOpen={({ id }) => open(id)}
        />
      )}
      <Outlet context={queue} />
    </Screen>
  )
}
