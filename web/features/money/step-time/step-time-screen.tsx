import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { STEP_TIME_FIELDS } from '#api/money/contracts/fields.ts'
import type { StepTimeRow } from '#api/money/contracts/step-time.ts'
import { coesQuery, hospitalChoices } from '#web/features/catalogue/hospitals.ts'
import { waitingList } from '#web/features/money/waiting/figure-lists.ts'
import { PeriodButtons } from '#web/features/money/transactions/period-buttons.tsx'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { gridTotalsQuery } from '#web/ui/data-grid/grid-rows.ts'
import { presetRange, today } from '#web/ui/dates.ts'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { AgeingChart } from './ageing-chart.tsx'

const STEP_TIMES = '/api/report/payments/steps'

/** The time in each step of the payment chain, by hospital and office, in working hours; a row opens its queue. */
export default function StepTimeScreen() {
  const filter = useListFilter(['coe'], presetRange('This month', today()))
  const coes = useQuery(coesQuery)
  const navigate = useNavigate()
  const { search: _, ...params } = filter.query
  const source = { path: STEP_TIMES, params }
  const totals = useQuery(gridTotalsQuery(source))
  return (
    <Screen
      title="Time in step"
      intro="How long bills spent at each office, and what is there now, in working hours (Monday to Friday, 8:00 to 17:00, without public holidays and disputes)."
    >
      <FilterBar
        filter={filter}
        dates
        selects={[{ name: 'coe', label: 'Hospital', options: hospitalChoices(coes.data) }]}
      >
        <PeriodButtons filter={filter} />
        <AsOfControl filter={filter} />
      </FilterBar>
      {totals.data !== undefined && (
        <AgeingChart totals={totals.data.data.totals} coe={filter.values['coe'] ?? ''} asOf={filter.asOf} />
      )}
      <DataGrid
        id="time-in-step"
        label="Time in step"
        source={source}
        filter={filter}
        rowId={({ coe, step }: StepTimeRow) => `${coe.id}:${step}`}
        fields={STEP_TIME_FIELDS}
        empty="No data available"
        emptyHint="No bills and no steps in this period. Choose another, or 'All'."
        onOpen={({ coe, step }) => navigate(waitingList({ waits_for: step, coe: coe.id, as_of: filter.asOf }))}
      />
    </Screen>
  )
}
