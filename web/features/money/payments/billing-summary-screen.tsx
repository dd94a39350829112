import { useState } from 'react'
import { Outlet } from 'react-router-dom'
import { CONSOLIDATED_BILLINGS } from '#api/money/contracts/fields.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { useOpenDetail } from '#web/ui/detail.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { useDisputeColumn } from '#web/features/money/disputes/dispute-buttons.tsx'
import { isDisputed } from '#web/features/money/disputes/is-disputed.ts'
import { PullForm } from '#web/features/money/transactions/pull-form.tsx'
import { billQueue } from './bill-queue.ts'
import { useChainActs } from './chain-acts.ts'
import { ChainDialog } from './chain-dialog.tsx'
import { allThatMatch } from './chain-target.ts'
import { type Group, HospitalGroups } from './hospital-groups.tsx'
import { MixedPeriodDialog } from './mixed-period-dialog.tsx'
import { CONSOLIDATED } from './payments-api.ts'

/** The spec's numbers for it: 0 and 1. */
const CATEGORIES = [
  { value: '0', label: 'CHF Services' },
  { value: '1', label: 'Drugs' },
]
const MISSING = 'You must select a start and end date'

/** Finance and accounting billing summary (spec, S075): what hospitals billed in a period, and its payment by hospital. */
export default function BillingSummaryScreen() {
  const filter = useListFilter([{ name: 'is_drug', options: CATEGORIES }])
  const openDetail = useOpenDetail()
  const { controls, dialog } = useDisputeColumn(true)
  const acts = useChainActs()
  const { id: me } = useUser()
  const initiate = acts.find(({ name }) => name === 'initiate')
  const [asked, setAsked] = useState<Group>()
  const { start_date, end_date, is_drug, sort } = filter.query
  const isPulled = filter.from !== '' && filter.to !== ''
  const period = { start_date, end_date, is_drug }
  const queue = billQueue({ path: CONSOLIDATED, params: { ...period, sort } }, acts, me)
  const close = () => setAsked(undefined)
  return (
    <Screen
      title="Finance and accounting billing summary"
      intro="What hospitals billed in a period, and which payments are initiated."
    >
      <PullForm filter={filter} missing={MISSING} category={CATEGORIES} verb="Pull record" />
      {!isPulled ? (
        <EmptyState title="No period chosen" hint="Choose the first and the last day, then 'Pull record'." />
      ) : (
        <>
          <HospitalGroups period={period} onPay={initiate && setAsked} />
          <DataGrid
            id="finance-billing-summary"
            label="Billings"
            source={queue.source}
            filter={filter}
            rowId={queue.rowId}
            fields={CONSOLIDATED_BILLINGS}
            controls={controls}
            isMarked={isDisputed}
            isNumbered
            empty="No data available"
            emptyHint="No hospital billed in this period. Choose another."
            onOpen={({ id }) => openDetail(id)}
            signatures={['Prepared by', 'Checked by']}
          />
        </>
      )}
      {asked?.payment_group === 'mixed' && <MixedPeriodDialog hospital={asked.coe_name} onClose={close} />}
      {asked !== undefined && asked.payment_group !== 'mixed' && initiate && (
        <ChainDialog act={initiate} target={allThatMatch(initiate, { ...period, coe: asked.coe_id })} onClose={close} />
      )}
      {dialog}
      <Outlet {...(isPulled && { context: queue })} />
    </Screen>
  )
}
