import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from 'react-router-dom'
import type { CommentRow } from '#api/money/contracts/comment.ts'
import { COMMENT_FIELDS } from '#api/money/contracts/fields.ts'
import { billedPatientQuery, whoText } from '#web/features/money/patient-billing/billed-patient.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { useOpenDetail } from '#web/ui/detail.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { commentsOf } from './comments-api.ts'

/** What was written on one patient's bills (spec, S032); `patientId` of the address is an id or a CHF id. */
export default function CommentsScreen() {
  const { patientId = '' } = useParams()
  const filter = useListFilter()
  const openDetail = useOpenDetail()
  const { search: _, ...params } = filter.query
  const whose = useQuery(billedPatientQuery(patientId)).data?.data
  return (
    <Screen title="Patient comments" intro={`What physicians wrote when ${whoText(whose)} was billed.`}>
      <FilterBar filter={filter} dates>
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id="patient-comments"
        label="Patient comments"
        source={{ path: commentsOf(patientId), params }}
        filter={filter}
        rowId={({ id }: CommentRow) => id}
        fields={COMMENT_FIELDS}
        empty="No Comment available"
        onOpen={({ id }) => openDetail(id)}
      />
      <Outlet />
    </Screen>
  )
}
