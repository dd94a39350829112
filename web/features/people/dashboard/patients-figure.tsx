import { Skeleton } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PatientCount } from '#api/care/contracts/patient-count.ts'
import { api } from '#web/shell/api-client.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Cards, Figure, Panel } from '#web/ui/screen.tsx'

const PATIENTS = '/api/patients/count'

const patientCountQuery = queryOptions({
  queryKey: [PATIENTS],
  queryFn: ({ signal }) => api.get<typeof PatientCount>(PATIENTS, { signal }),
})

/** How many patients there are within reach: for those who see no other figures of their hospital or the fund. */
export default function PatientsFigure() {
  const { coe } = useUser()
  const { data, error, isPending, refetch } = useQuery(patientCountQuery)
  if (isPending) return <Skeleton height={96} role="status" aria-label="Counting the patients" />
  if (data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />
  return (
    <Panel title="Figures">
      <Cards>
        <Figure
          name="Patients"
          value={data.data.patients_count.toLocaleString('en-NG')}
          note={coe?.coe_name ?? 'All hospitals'}
        />
      </Cards>
    </Panel>
  )
}
