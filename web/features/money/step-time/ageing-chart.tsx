import { useCallback } from 'react'
import { STEP_TIME_FIELDS } from '#api/money/contracts/fields.ts'
import type { ChartColors } from '#web/ui/chart/chart-canvas.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'

type Totals = Readonly<Record<string, string | number>>
const AGES = ['age_1', 'age_3', 'age_5', 'age_10', 'age_more'] as const

const countsIn = (totals: Totals) => AGES.map((age) => Number(totals[age] ?? 0))

/** How many bills have waited how long for the step that is theirs, in working days of nine hours. */
export function AgeingChart({ totals }: { totals: Totals }) {
  const option = useCallback(
    ({ ink, rule }: ChartColors) => ({
      grid: { left: 8, right: 48, top: 8, bottom: 8, containLabel: true },
      xAxis: { type: 'value', minInterval: 1, axisLabel: { show: false }, splitLine: { lineStyle: { color: rule } } },
      yAxis: {
        type: 'category',
        inverse: true,
        data: AGES.map((age) => STEP_TIME_FIELDS[age].heading),
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
      table={{
        columns: [{ title: 'Age' }, { title: 'Bills', kind: 'number' }],
        rows: AGES.map((age) => [STEP_TIME_FIELDS[age].heading, Number(totals[age] ?? 0)]),
      }}
    />
  )
}
