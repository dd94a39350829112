import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router-dom'
import { ALL_TRANSACTIONS } from '#api/money/contracts/fields.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { useUser } from '#web/shell/session-queries.ts'
import { useOpenDetail } from '#web/ui/detail.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { WithReason } from '#web/ui/with-reason.tsx'
import { coesQuery, hospitalChoices } from '#web/features/catalogue/hospitals.ts'
import { useDisputeColumn } from '#web/features/money/disputes/dispute-buttons.tsx'
import { isDisputed } from '#web/features/money/disputes/is-disputed.ts'
import { billQueue } from '#web/features/money/payments/bill-queue.ts'
import { useChainActs } from '#web/features/money/payments/chain-acts.ts'
import { KINDS, STATUSES } from './transaction-filters.ts'

/** The super administrator's transactions (spec, S062): every bill of every hospital, now and as of the past. */
export default function TransactionsScreen() {
  const filter = useListFilter(['coe', { name: 'is_drug', options: KINDS }, { name: 'status', options: STATUSES }])
  const coes = useQuery(coesQuery)
  const openDetail = useOpenDetail()
  const { id: me } = useUser()
  const { controls, dialog } = useDisputeColumn(filter.asOf === '')
  const queue = billQueue({ path: '/api/v2/transactions', params: filter.query }, useChainActs(), me)
  const hospitals = hospitalChoices(coes.data)
  // messages.tsv, M124: a period has two ends.
  const isHalf = (filter.from === '') !== (filter.to === '')
  return (
    <Screen
      title="Transactions"
      intro="Every bill of every hospital, and how far its payment is."
      action={
        // Whoever reaches all hospitals generates no invoice of one (spec, S062; docs/decisions/0055).
        <WithReason reason="Only the CMD or staff of a hospital can generate an invoice of its bills.">
          <Button variant="default" disabled>
            Generate invoice
          </Button>
        </WithReason>
      }
    >
      <FilterBar
        filter={filter}
        searchLabel="Search With Transaction ID or patient CHF ID"
        dates
        needsBothDays
        selects={[
          { name: 'coe', label: 'Hospital', options: hospitals },
          { name: 'is_drug', label: 'Type', options: KINDS },
          { name: 'status', label: 'Status', options: STATUSES },
        ]}
      >
        <AsOfControl filter={filter} />
      </FilterBar>
      {isHalf ? (
        <EmptyState title="You must select a start date and end date range" />
      ) : (
        <DataGrid
          id="transactions"
          label="Transactions"
          source={queue.source}
          filter={filter}
          rowId={queue.rowId}
          fields={ALL_TRANSACTIONS}
          controls={controls}
          isMarked={isDisputed}
          isNumbered
          empty="No data available"
          emptyHint="Nothing matches. Remove a filter, or choose another period."
          onOpen={({ id }) => openDetail(id)}
          signatures={['Prepared by', 'Checked by']}
        />
      )}
      {dialog}
      <Outlet context={queue} />
    </Screen>
  )
}
