import { useCallback } from 'react'
import { STEP_TIME_FIELDS } from '#api/money/contracts/fields.ts'
import type { ChartColors } from '#web/ui/chart/chart-canvas.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'

const AGES = ['age_1', 'age_3', 'age_5', 'age_10', 'age_more'] as const

/** How many bills have waited how long for the step that is theirs, in working days of nine hours. */
export function AgeingChart({ totals }: { totals: Readonly<Record<string, string | number>> }) {
  const counts = AGES.map((age) => Number(totals[age] ?? 0))
  const [a, b, c, d, e] = counts
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
        { name: 'Bills', type: 'bar', data: [a, b, c, d, e], label: { show: true, position: 'right', color: ink } },
      ],
    }),
    [a, b, c, d, e],
  )
  return (
    <Chart
      title="What waits, by its age in working days"
      option={option}
      height={200}
      table={{
        columns: [{ title: 'Age' }, { title: 'Bills', kind: 'number' }],
        rows: AGES.map((age, place) => [STEP_TIME_FIELDS[age].heading, counts[place] ?? 0]),
      }}
    />
  )
}
