import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from 'react-router-dom'
import { PATIENT_BILLINGS } from '#api/money/contracts/fields.ts'
import type { TransactionRow } from '#api/money/contracts/transaction.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { useOpenDetail } from '#web/ui/detail.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { useDisputeColumn } from '#web/features/money/disputes/dispute-buttons.tsx'
import { isDisputed } from '#web/features/money/disputes/is-disputed.ts'
import { Screen } from '#web/ui/screen.tsx'
import { billedPatientQuery, whoText } from './billed-patient.ts'

/** One patient's bills (spec, S084 and S034); `patientId` of the address is an id or a CHF id. */
export default function PatientBillingScreen() {
  const { patientId = '' } = useParams()
  const filter = useListFilter()
  const openDetail = useOpenDetail()
  const { controls, dialog } = useDisputeColumn(filter.asOf === '')
  const { search: _, ...params } = filter.query
  const whose = useQuery(billedPatientQuery(patientId)).data?.data
  return (
    <Screen title="Patient billing history" intro={`What ${whoText(whose)} was treated for, where, and what it cost.`}>
      <FilterBar filter={filter} dates>
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id="patient-billings"
        label="Patient billing history"
        source={{ path: `/api/patients/billing_history/${encodeURIComponent(patientId)}`, params }}
        filter={filter}
        rowId={({ id }: TransactionRow) => id}
        fields={PATIENT_BILLINGS}
        controls={controls}
        isMarked={isDisputed}
        empty="You do not have any billing yet"
        onOpen={({ id }) => openDetail(id)}
      />
      {dialog}
      <Outlet />
    </Screen>
  )
}
