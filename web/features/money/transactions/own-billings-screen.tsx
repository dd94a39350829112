import { Navigate, Outlet } from 'react-router-dom'
import { COE_BILLINGS } from '#api/money/contracts/fields.ts'
import type { TransactionRow } from '#api/money/contracts/transaction.ts'
import { usePermission, useUser } from '#web/shell/session-queries.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { useOpenDetail } from '#web/ui/detail.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { useDisputeColumn } from '#web/features/money/disputes/dispute-buttons.tsx'
import { isDisputed } from '#web/features/money/disputes/is-disputed.ts'
import { GenerateInvoiceButton } from '#web/features/money/invoices/generate-invoice-button.tsx'
import { CoeFigures } from './coe-billings.tsx'
import { PullForm } from './pull-form.tsx'

const MISSING = 'You must select a start date and end date range'

/** What the reader's own hospital billed in a period, with what it is owed (spec, S058; open-questions Q093). */
export default function OwnBillingsScreen() {
  const { coe } = useUser()
  const maySeeFigures = usePermission('VIEW_COE_ANALYTICS')
  const filter = useListFilter()
  const openDetail = useOpenDetail()
  const { controls, dialog } = useDisputeColumn(true)
  if (coe === null) return <Navigate to="/superadmin/billings" replace />
  const { start_date, end_date, sort } = filter.query
  const isPulled = filter.from !== '' && filter.to !== ''
  return (
    <Screen
      title="Billing record"
      intro={`What ${coe.coe_name} billed in a period, and what of it is paid.`}
      action={<GenerateInvoiceButton from={filter.from} to={filter.to} />}
    >
      {maySeeFigures && <CoeFigures coeId={coe.id} />}
      <PullForm filter={filter} missing={MISSING} verb="Pull Record" />
      {!isPulled ? (
        <EmptyState title="No period chosen" hint="Choose the first and the last day, then 'Pull Record'." />
      ) : (
        <DataGrid
          id="own-billings"
          label="Billing record"
          source={{ path: `/api/coes/${encodeURIComponent(coe.id)}/billings`, params: { start_date, end_date, sort } }}
          filter={filter}
          rowId={({ id }: TransactionRow) => id}
          fields={COE_BILLINGS}
          controls={controls}
          isMarked={isDisputed}
          isNumbered
          empty="No data available"
          emptyHint="The hospital has no bills in this period. Choose another."
          onOpen={({ id }) => openDetail(id)}
          signatures={['Prepared by', 'Approved by']}
        />
      )}
      {dialog}
      <Outlet />
    </Screen>
  )
}
