import { useCallback, useMemo } from 'react'
import { AGE_NAMES } from '#api/money/contracts/choices.ts'
import { STEP_TIME_FIELDS } from '#api/money/contracts/fields.ts'
import { waitingList } from '#web/features/money/waiting/figure-lists.ts'
import type { ChartColors } from '#web/ui/chart/chart-canvas.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'

type Totals = Readonly<Record<string, string | number>>

const countsIn = (totals: Totals) => AGE_NAMES.map((age) => Number(totals[age] ?? 0))

type AgeingChartProps = {
  readonly totals: Totals
  /** The hospital and the moment that the totals are of; '' for all, and for now. */
  readonly coe: string
  readonly asOf: string
}

/** How many bills have waited how long for the step that is theirs, in working days of nine hours. */
export function AgeingChart({ totals, coe, asOf }: AgeingChartProps) {
  const option = useCallback(
    ({ ink, rule }: ChartColors) => ({
      grid: { left: 8, right: 48, top: 8, bottom: 8, containLabel: true },
      xAxis: { type: 'value', minInterval: 1, axisLabel: { show: false }, splitLine: { lineStyle: { color: rule } } },
      yAxis: {
        type: 'category',
        inverse: true,
        data: AGE_NAMES.map((age) => STEP_TIME_FIELDS[age].heading),
        axisLabel: { color: ink },
        axisLine: { lineStyle: { color: rule } },
        axisTick: { show: false },
      },
      series: [
        { name: 'Bills', type: 'bar', data: countsIn(totals), label: { show: true, position: 'right', color: ink } },
      ],
    }),
    [totals],
  )
  return (
    <Chart
      title="Waiting bills by age in working days"
      option={option}
      height={200}
      lists={useMemo(() => AGE_NAMES.map((age) => waitingList({ age, coe, as_of: asOf })), [coe, asOf])}
      table={{
        columns: [{ title: 'Age' }, { title: 'Bills', kind: 'number' }],
        rows: AGE_NAMES.map((age) => [STEP_TIME_FIELDS[age].heading, Number(totals[age] ?? 0)]),
      }}
    />
  )
}
